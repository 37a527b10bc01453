import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { BarAggregationService } from './bars/bar-aggregation.service.js';
import { BarsController } from './bars/bars.controller.js';
import { BarsService } from './bars/bars.service.js';
import { BoardsService } from './boards.service.js';
import { MarketDataController } from './market-data.controller.js';
import { MarketFeedService } from './stream/market-feed.service.js';
import { MarketStreamController } from './stream/market-stream.controller.js';
import { MarketStreamGateway } from './stream/market-stream.gateway.js';
import { TradesController } from './trades/trades.controller.js';
import { TradesService } from './trades/trades.service.js';

/** Public market data: boards, trades, bars. */
@Module({
  imports: [ExchangeModule, InstrumentsModule],
  controllers: [MarketDataController, MarketStreamController, TradesController, BarsController],
  providers: [BoardsService, TradesService, BarsService, BarAggregationService, MarketFeedService, MarketStreamGateway],
  exports: [BoardsService, TradesService, BarsService],
})
export class MarketDataModule {}
