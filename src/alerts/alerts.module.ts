import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EventsModule } from '../events/events.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { PageContexts } from '../http/page-context.hook.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { RegisterNavigation } from '../pages/navigation.js';
import { AlertFormsController } from './alert-forms.controller.js';
import { AlertValidationService } from './alert-validation.service.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { AlertEvaluationService } from './evaluation/alert-evaluation.service.js';
import { AlertTriggersService } from './evaluation/alert-triggers.service.js';

/** Alerts on prices and fills, evaluated after each commit of the exchange. */
@RegisterNavigation({ within: { '/alerts': '/marketdata' } })
@Module({
  imports: [AccountsModule, EventsModule, ExchangeModule, InstrumentsModule],
  controllers: [AlertsController, AlertFormsController],
  providers: [AlertsService, AlertValidationService, AlertEvaluationService, AlertTriggersService],
  exports: [AlertTriggersService],
})
export class AlertsModule implements OnModuleInit {
  constructor(
    private readonly pages: PageContexts,
    private readonly evaluation: AlertEvaluationService,
  ) {}

  /** Pages of users who have alerts listen for them. */
  onModuleInit(): void {
    this.pages.latestNotices.register((userId) => this.evaluation.findLatestNotice(userId));
  }
}
