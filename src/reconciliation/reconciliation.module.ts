import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { BreakAssignmentsService } from './breaks/break-assignments.service.js';
import { BreakFormsController } from './breaks/break-forms.controller.js';
import { BreakNotesService } from './breaks/break-notes.service.js';
import { BreakSidesService } from './breaks/break-sides.service.js';
import { BreaksController } from './breaks/breaks.controller.js';
import { BreaksService } from './breaks/breaks.service.js';
import { DailyStatementController } from './statements/daily-statement.controller.js';
import { DailyStatementService } from './statements/daily-statement.service.js';
import { MoneyValuesController } from './money-values/money-values.controller.js';
import { MoneyValuesService } from './money-values/money-values.service.js';
import { ReferenceDraftsService } from './positions/reference-drafts.service.js';
import { ReferencePositionsController } from './positions/reference-positions.controller.js';
import { ReferencePositionsService } from './positions/reference-positions.service.js';
import { StatementClosesService } from './statements/statement-closes.service.js';
import { StatementFactsService } from './statements/statement-facts.service.js';
import { StatementNamesService } from './statement-names.service.js';
import { StatementRightsService } from './statement-rights.service.js';
import { StatementUploadsService } from './upload/statement-uploads.service.js';
import { TypedStatementsController } from './upload/typed-statements.controller.js';
import { UploadsController } from './upload/uploads.controller.js';
import { DayStatementsController } from './statements/day-statements.controller.js';
import { DayStatementsService } from './statements/day-statements.service.js';
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
