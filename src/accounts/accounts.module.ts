import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountAccess } from './account-access.service.js';
import { AccountAdministration } from './account-administration.service.js';
import { AccountNames } from './account-names.service.js';
import { AccountWriting } from './account-writing.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';
import { PositionsController } from './positions/positions.controller.js';
import { PositionsService } from './positions/positions.service.js';
import { SandboxAccounts } from './sandbox/sandbox-accounts.service.js';
import { BreakSidesService } from './statements/break-sides.service.js';
import { BreakNotes } from './statements/break-notes.service.js';
import { BreaksController } from './statements/breaks.controller.js';
import { BreaksService } from './statements/breaks.service.js';
import { MoneyValuesController } from './statements/money-values.controller.js';
import { MoneyValuesService } from './statements/money-values.service.js';
import { ReferencePositionsController } from './statements/reference-positions.controller.js';
import { ReferencePositionsService } from './statements/reference-positions.service.js';
import { StatementFacts } from './statements/statement-facts.service.js';
import { ReferenceDrafts } from './statements/reference-drafts.service.js';
import { StatementNames } from './statements/statement-names.service.js';
import { StatementRights } from './statements/statement-rights.service.js';
import { StatementUploads } from './statements/upload/statement-uploads.service.js';
import { UploadsController } from './statements/upload/uploads.controller.js';

/** Accounts as the outside sees them: what they are worth, what they hold, who may use them, and the statements of the back office. */
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
      AccountAccess,
      AccountNames,
      AccountWriting,
      AccountsService,
      AccountAdministration,
      GrantsService,
      PositionsService,
      SandboxAccounts,
    ],
    ...[
      StatementRights,
      StatementFacts,
      StatementNames,
      MoneyValuesService,
      ReferencePositionsService,
      ReferenceDrafts,
      BreaksService,
      BreakSidesService,
      BreakNotes,
      StatementUploads,
    ],
  ],
  exports: [AccountAccess, AccountsService, PositionsService],
})
export class AccountsModule {}
