import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { InstrumentsModule } from '../instruments/instruments.module.js';
import { BoardsService } from './boards.service.js';
import { MarketDataController } from './market-data.controller.js';

/** What anybody may see of the market: boards, trades, bars. */
@Module({ imports: [ExchangeModule, InstrumentsModule], controllers: [MarketDataController], providers: [BoardsService] })
export class MarketDataModule {}
