import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';

/** What anybody may see of the market: boards, trades, bars. */
@Module({ imports: [ExchangeModule] })
export class MarketDataModule {}
