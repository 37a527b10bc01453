import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ExchangeModule } from '../exchange/exchange.module.js';
import { EventFeedService } from './event-feed.service.js';
import { EventLogService } from './event-log.service.js';
import { EventVisibilityService } from './event-visibility.service.js';
import { EventStreamsGateway } from './event-streams.gateway.js';
import { EventsController } from './events.controller.js';
import { LastEvent } from './last-event.hook.js';
import { RegisterNavigation } from '../pages/navigation.js';

/** Account events, as live streams and as lists from the tables. */
@RegisterNavigation({ within: { '/events': '/desk' } })
@Module({
  imports: [ExchangeModule, AccountsModule],
  controllers: [EventsController],
  providers: [EventLogService, EventVisibilityService, EventFeedService, EventStreamsGateway, LastEvent],
  exports: [EventFeedService, EventLogService],
})
export class EventsModule {}
