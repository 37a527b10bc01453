import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { MarketDataModule } from '../marketdata/marketdata.module.js';
import { WatchlistsModule } from '../watchlists/watchlists.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PositionClosingController } from './closing/position-closing.controller.js';
import { PositionClosingService } from './closing/position-closing.service.js';
import { DeskHoldingsService } from './desk-holdings.service.js';
import { DeskMarketController } from './desk-market.controller.js';
import { DeskMarketService } from './desk-market.service.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';
import { DeskPanelsController } from './panels/desk-panels.controller.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Pages that combine several modules for traders. Without rules of their own: they call the modules as programs do. */
@RegisterNavigation({
  main: [{ order: 10, href: '/desk', label: 'Overview', visibleTo: 'people' }],
  within: { '/desk/': '/marketdata' },
  shortcuts: [
    { order: 20, where: 'On every page', keys: ['g', 'd'], does: 'Go to the overview' },
    { order: 500, where: 'On the page of an instrument', keys: ['x', 'Enter'], does: 'Close the position at market' },
    {
      order: 503,
      where: 'On the page of an instrument',
      keys: ['↓'],
      does: 'At a price in the ladder: to the next one; ↑ back, Enter puts it into the ticket',
    },
    {
      order: 505,
      where: 'On the page of an instrument',
      keys: ['↑', 'Enter'],
      does: 'At an order in the ladder: move it one tick up; ↓ down, Esc leaves it',
    },
    {
      order: 506,
      where: 'On the page of an instrument',
      keys: ['Page Up'],
      does: 'In the ladder: scroll it; Page Down down, Home back to the market',
    },
    { order: 507, where: 'On the page of an instrument', keys: ['m'], does: 'Center the ladder on the market' },
    { order: 510, where: 'On the page of an instrument', keys: ['c', 'Enter'], does: 'Cancel all working orders' },
  ],
})
@Module({
  imports: [AccountsModule, ExchangeModule, InstrumentsModule, MarketDataModule, OrdersModule, WatchlistsModule],
  controllers: [OverviewController, PositionClosingController, DeskPanelsController, DeskMarketController],
  providers: [OverviewService, PositionClosingService, DeskHoldingsService, DeskMarketService],
})
export class DeskModule {}
