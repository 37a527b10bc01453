import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { QuotedInstrumentsService } from './quoted-instruments.service.js';
import { MarketMakerAccountsService } from './market-maker-accounts.service.js';
import { MarketMakerService } from './market-maker.service.js';

/** The sandbox's own liquidity: a counterparty for test orders, and a market that moves while it is looked at. */
@Module({
  imports: [ExchangeModule],
  providers: [MarketMakerService, MarketMakerAccountsService, QuotedInstrumentsService],
})
export class MarketMakerModule {}
