import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { EventLog } from './event-log.service.js';

/** What happens to accounts, told as it happens, and told again from the tables. */
@Module({ imports: [ExchangeModule, AccountsModule], providers: [EventLog], exports: [EventLog] })
export class EventsModule {}
