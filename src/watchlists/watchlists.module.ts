import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { MarketDataModule } from '../marketdata/marketdata.module.js';
import { RegisterNavigation } from '../pages/navigation.js';
import { WatchlistBoardService } from './watchlist-board.service.js';
import { WatchlistFormsController } from './watchlist-forms.controller.js';
import { WatchlistsController } from './watchlists.controller.js';
import { WatchlistsService } from './watchlists.service.js';

const where = 'At a row of a watchlist';

/** Lists of instruments that belong to a user, with their prices. */
@RegisterNavigation({
  within: { '/watchlists': '/marketdata' },
  shortcuts: [
    { order: 36, where: 'On every page', keys: ['g', 'w'], does: 'Go to the watchlists' },
    { order: 380, where, keys: ['Enter'], does: 'Open the page of the instrument' },
    { order: 381, where, keys: ['n'], does: 'Open its ticket' },
    { order: 382, where, keys: ['l'], does: 'Begin an alert on it' },
    { order: 383, where, keys: ['J'], does: 'Move the row down; K moves it up' },
    { order: 385, where, keys: ['Delete'], does: 'Remove the row' },
  ],
})
@Module({
  imports: [AccountsModule, InstrumentsModule, MarketDataModule],
  controllers: [WatchlistsController, WatchlistFormsController],
  providers: [WatchlistsService, WatchlistBoardService],
  exports: [WatchlistsService],
})
export class WatchlistsModule {}
