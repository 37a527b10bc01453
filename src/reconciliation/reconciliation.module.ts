import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { BreakAssignmentsService } from './break-assignments.service.js';
import { BreakFormsController } from './break-forms.controller.js';
import { BreakNotesService } from './break-notes.service.js';
import { BreakSidesService } from './break-sides.service.js';
import { BreaksController } from './breaks.controller.js';
import { BreaksService } from './breaks.service.js';
import { DailyStatementController } from './daily-statement.controller.js';
import { DailyStatementService } from './daily-statement.service.js';
import { MoneyValuesController } from './money-values.controller.js';
import { MoneyValuesService } from './money-values.service.js';
import { ReferenceDraftsService } from './reference-drafts.service.js';
import { ReferencePositionsController } from './reference-positions.controller.js';
import { ReferencePositionsService } from './reference-positions.service.js';
import { StatementClosesService } from './statement-closes.service.js';
import { StatementFactsService } from './statement-facts.service.js';
import { StatementNamesService } from './statement-names.service.js';
import { StatementRightsService } from './statement-rights.service.js';
import { StatementUploadsService } from './upload/statement-uploads.service.js';
import { TypedStatementsController } from './upload/typed-statements.controller.js';
import { UploadsController } from './upload/uploads.controller.js';
import { DayStatementsController } from './day-statements.controller.js';
import { DayStatementsService } from './day-statements.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** The statements of the back office: money values, reference positions, uploads of both, and the breaks they reveal. */
@RegisterNavigation({
  administration: [{ order: 60, href: '/reconciliation/breaks', label: 'Breaks' }],
  within: { '/reconciliation': '/accounts', '/refpositions': '/accounts' },
})
@Module({
  imports: [AccountsModule, ExchangeModule, UsersModule],
  controllers: [
    UploadsController,
    TypedStatementsController,
    DayStatementsController,
    DailyStatementController,
    MoneyValuesController,
    ReferencePositionsController,
    BreaksController,
    BreakFormsController,
  ],
  providers: [
    StatementRightsService,
    StatementFactsService,
    StatementNamesService,
    DailyStatementService,
    DayStatementsService,
    StatementClosesService,
    MoneyValuesService,
    ReferencePositionsService,
    ReferenceDraftsService,
    BreaksService,
    BreakSidesService,
    BreakNotesService,
    BreakAssignmentsService,
    StatementUploadsService,
  ],
})
export class ReconciliationModule {}
