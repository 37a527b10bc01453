import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { EventNotWritten } from './event-errors.js';
import { EventLogService, type EventPage } from './event-log.service.js';
import { createPlaceAfter, comparePlaces, type EventPlace } from './event-place.js';
import type { EventFilter } from './event-reader.js';
import { intersectAccounts, EventVisibilityService } from './event-visibility.service.js';

/** Lists past events page by page. */
@Injectable()
export class PastEventsService {
  constructor(
    private readonly log: EventLogService,
    private readonly visibility: EventVisibilityService,
  ) {}

  /** `isAll`: there are no more events yet. `upTo`: the last committed command. */
  async list(
    actor: Actor,
    { acctIds: requested, types }: EventFilter,
    { after, limit, name }: Readonly<{ after: EventPlace; limit: number; name: string }>,
  ): Promise<EventPage & Readonly<{ isAll: boolean; upTo: number }>> {
    const upTo = await this.log.findLastSeq();
    if (after.seq > upTo) throw new EventNotWritten(name, upTo);
    await this.visibility.require(actor, requested, after);
    const visibility = await this.visibility.find(actor);
    const { events, reached } = await this.log.readSome({
      after,
      upTo,
      acctIds: intersectAccounts(requested, visibility),
      types,
      limit,
    });
    return {
      events: events.filter(visibility.sees),
      reached,
      isAll: comparePlaces(reached, createPlaceAfter(upTo)) >= 0,
      upTo,
    };
  }
}
