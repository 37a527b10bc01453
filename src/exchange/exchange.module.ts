import { Module } from '@nestjs/common';
import { ExchangeService } from './exchange.service.js';
import { EarlierOrders } from './recovery/earlier-orders.service.js';
import { SessionClock } from './sessions/session-clock.service.js';

/** The single writer: what it keeps, and the only way to change it. */
@Module({ providers: [ExchangeService, EarlierOrders, SessionClock], exports: [ExchangeService] })
export class ExchangeModule {}
