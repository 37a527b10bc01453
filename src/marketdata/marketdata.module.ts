import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { BarAggregationService } from './bars/bar-aggregation.service.js';
import { BarsController } from './bars/bars.controller.js';
import { BarsService } from './bars/bars.service.js';
import { BoardsService } from './boards.service.js';
import { MadeUpHistoryService } from './made-up/made-up-history.service.js';
import { MarketDataController } from './market-data.controller.js';
import { MarketFeedService } from './stream/market-feed.service.js';
import { MarketStreamController } from './stream/market-stream.controller.js';
import { MarketStreamGateway } from './stream/market-stream.gateway.js';
import { TradesController } from './trades/trades.controller.js';
import { TradesService } from './trades/trades.service.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Public market data: boards, trades, bars. */
@RegisterNavigation({
  main: [{ order: 20, href: '/marketdata', label: 'Market', visibleTo: 'people' }],
  within: { '/trades': '/marketdata', '/bars': '/marketdata' },
  shortcuts: [
    { order: 30, where: 'On every page', keys: ['g', 'm'], does: 'Go to the market' },
    {
      order: 310,
      where: 'In the chart of an instrument',
      keys: ['←'],
      does: 'One bar back, and its figures; with Shift ten',
    },
    { order: 320, where: 'In the chart of an instrument', keys: ['→'], does: 'One bar on; with Shift ten' },
    { order: 330, where: 'In the chart of an instrument', keys: ['Home'], does: 'To the oldest bar' },
    { order: 340, where: 'In the chart of an instrument', keys: ['End'], does: 'To the newest bar' },
    { order: 350, where: 'In the chart of an instrument', keys: ['+'], does: 'Fewer bars, wider' },
    { order: 360, where: 'In the chart of an instrument', keys: ['-'], does: 'More bars, narrower' },
    { order: 370, where: 'In the chart of an instrument', keys: ['Esc'], does: 'Leave the bar' },
  ],
})
@Module({
  imports: [ExchangeModule, InstrumentsModule],
  controllers: [MarketDataController, MarketStreamController, TradesController, BarsController],
  providers: [
    BoardsService,
    TradesService,
    BarsService,
    BarAggregationService,
    MadeUpHistoryService,
    MarketFeedService,
    MarketStreamGateway,
  ],
  exports: [BoardsService, TradesService, BarsService, MadeUpHistoryService],
})
export class MarketDataModule {}
