import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountAccessService } from './account-access.service.js';
import { AccountFormsController } from './account-forms.controller.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { AccountNamesService } from './account-names.service.js';
import { AccountWritingService } from './account-writing.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';
import { MarketMakerFilterService } from './market-maker-filter.service.js';
import { PositionsController } from './positions/positions.controller.js';
import { PositionsService } from './positions/positions.service.js';
import { SandboxAccountsService } from './sandbox/sandbox-accounts.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Accounts: values, positions and grants. */
@RegisterNavigation({
  main: [
    { order: 40, href: '/positions', label: 'Positions', visibleTo: 'people' },
    { order: 50, href: '/accounts', label: 'Accounts', visibleTo: 'people' },
  ],
  finders: { acct_id: '/accounts' },
  shortcuts: [
    { order: 50, where: 'On every page', keys: ['g', 'p'], does: 'Go to the positions' },
    { order: 60, where: 'On every page', keys: ['g', 'a'], does: 'Go to the accounts' },
  ],
})
@Module({
  imports: [ExchangeModule, UsersModule],
  controllers: [AccountFormsController, AccountsController, GrantsController, PositionsController],
  providers: [
    AccountAccessService,
    AccountNamesService,
    AccountWritingService,
    AccountsService,
    AccountAdministrationService,
    GrantsService,
    MarketMakerFilterService,
    PositionsService,
    SandboxAccountsService,
  ],
  exports: [AccountAccessService, AccountWritingService, AccountsService, MarketMakerFilterService, PositionsService],
})
export class AccountsModule {}
