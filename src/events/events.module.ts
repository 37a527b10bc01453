import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { EventFeed } from './event-feed.service.js';
import { EventLog } from './event-log.service.js';
import { EventSight } from './event-sight.service.js';
import { EventStreams } from './event-streams.gateway.js';
import { EventsController } from './events.controller.js';
import { PastEvents } from './past-events.service.js';

/** What happens to accounts, told as it happens, and told again from the tables. */
@Module({
  imports: [ExchangeModule, AccountsModule],
  controllers: [EventsController],
  providers: [EventLog, EventSight, EventFeed, EventStreams, PastEvents],
  exports: [EventLog],
})
export class EventsModule {}
