import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { ListingService } from './listing.service.js';
import { MakersService } from './makers.service.js';
import { MarketMaker } from './market-maker.service.js';

/** The sandbox's own liquidity: somebody to trade with, and a market that moves while it is looked at. */
@Module({ imports: [ExchangeModule], providers: [MarketMaker, MakersService, ListingService] })
export class MarketmakerModule {}
