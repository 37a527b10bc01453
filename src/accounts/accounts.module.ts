import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountAccessService } from './account-access.service.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { AccountNamesService } from './account-names.service.js';
import { AccountWritingService } from './account-writing.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';
import { PositionsController } from './positions/positions.controller.js';
import { PositionsService } from './positions/positions.service.js';
import { SandboxAccountsService } from './sandbox/sandbox-accounts.service.js';
import { BreakSidesService } from './statements/break-sides.service.js';
import { BreakNotesService } from './statements/break-notes.service.js';
import { BreaksController } from './statements/breaks.controller.js';
import { BreaksService } from './statements/breaks.service.js';
import { MoneyValuesController } from './statements/money-values.controller.js';
import { MoneyValuesService } from './statements/money-values.service.js';
import { ReferencePositionsController } from './statements/reference-positions.controller.js';
import { ReferencePositionsService } from './statements/reference-positions.service.js';
import { StatementFactsService } from './statements/statement-facts.service.js';
import { ReferenceDraftsService } from './statements/reference-drafts.service.js';
import { StatementNamesService } from './statements/statement-names.service.js';
import { StatementRightsService } from './statements/statement-rights.service.js';
import { StatementUploadsService } from './statements/upload/statement-uploads.service.js';
import { UploadsController } from './statements/upload/uploads.controller.js';

/** Accounts: values, positions, grants, and the statements of the back office. */
@Module({
  imports: [ExchangeModule, UsersModule],
  controllers: [
    UploadsController,
    AccountsController,
    GrantsController,
    MoneyValuesController,
    ReferencePositionsController,
    BreaksController,
    PositionsController,
  ],
  providers: [
    ...[
      AccountAccessService,
      AccountNamesService,
      AccountWritingService,
      AccountsService,
      AccountAdministrationService,
      GrantsService,
      PositionsService,
      SandboxAccountsService,
    ],
    ...[
      StatementRightsService,
      StatementFactsService,
      StatementNamesService,
      MoneyValuesService,
      ReferencePositionsService,
      ReferenceDraftsService,
      BreaksService,
      BreakSidesService,
      BreakNotesService,
      StatementUploadsService,
    ],
  ],
  exports: [AccountAccessService, AccountsService, PositionsService],
})
export class AccountsModule {}
