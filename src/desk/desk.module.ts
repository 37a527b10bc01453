import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';

/** The pages on which a trader sees several rooms at once. Nothing is decided here: the rooms are asked as programs ask them, and shown side by side. */
@Module({ imports: [AccountsModule, ExchangeModule], controllers: [OverviewController], providers: [OverviewService] })
export class DeskModule {}
