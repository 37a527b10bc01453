import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { wantsStream } from '../http/accept.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import { CsvDownload, EventStream, HtmlPage } from '../http/route-options.decorator.js';
import { isEventType } from './account-event.js';
import { createMalformedEventId } from './event-errors.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { type EventPlace, placeFrom, placeText, type LastSeenEvent, THE_BEGINNING } from './event-place.js';
import { EventStreamsGateway } from './event-streams.gateway.js';
import { type EventView, toEventView } from './event.view.js';
import { EventQuestion } from './events.dto.js';
import { eventsPage, type EventViews } from './events.page.js';
import { EventLogService } from './event-log.service.js';

/** The link to the latest events starts this many commands back. */
const LATEST = 300;

@Controller('events')
export class EventsController {
  constructor(
    private readonly log: EventLogService,
    private readonly streams: EventStreamsGateway,
  ) {}

  /**
   * Streams or lists the events of the caller's accounts.
   *
   * With `Accept: text/event-stream`, or any media type, a stream of server-sent events that begins now, or after the event that
   * `Last-Event-ID` names. No event is lost or repeated. Each event has an id, a type, and as data the JSON of the resource at that
   * time. A `heartbeat` comes at the beginning and every 15 seconds; its id can be used as `Last-Event-ID` as well. The first line,
   * `retry`, has the reconnection delay in milliseconds. A last event `end`, without an id, has the reason why the stream ends: its
   * `code` is `token_expired`, `token_revoked`, `access_taken` (access to all requested accounts was revoked) or
   * `service_stopping`. A client that does not read is disconnected after one heartbeat interval, and loses nothing if it reconnects
   * with the last id. An id begins with the number of the command that caused the event. An id beyond the last command, for example
   * after a backup was restored, is 409 `event_not_written`: reload orders and positions, and start again without an id. Events of a
   * granted account begin with its `account.granted` and end with the one whose `access` is null. A stream has no pages: with
   * `per_page` it is 400.
   *
   * With `Accept: application/json`, a list of the events since the beginning, or after that event, oldest first. `Link` has the next
   * page. There may be a next page although this one is not full, because each request reads a limited range of commands.
   *
   * @param lastEventId The id of the last event that the client received, for example `1234.o.77.3`
   */
  @Get()
  @Access('stream')
  @EventStream(EVENT_EXAMPLES)
  @HtmlPage(eventsPage, { allowEmptyQuery: true, needsAccountChoices: true })
  @CsvDownload(['id', 'type', 'time', 'acct_id', 'acct_name', 'owner_name', 'data'])
  async listEvents(
    @CurrentActor() actor: Actor,
    @Query() question: EventQuestion,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventView[]> {
    const last = findLastSeen(question, lastEventId);
    const filter = {
      acctIds: question.acct_id ?? null,
      types: question.type === undefined ? null : new Set(question.type.filter(isEventType)),
      hasAlerts: question.type?.includes('alert') ?? true,
    };
    if (wantsStream(reply.request.headers.accept)) {
      if (Object.hasOwn(reply.request.query as object, 'per_page'))
        throw new InvalidRequestError(
          [{ pointer: 'per_page', message: 'per_page is for lists (Accept: application/json); a stream has no pages' }],
          'query',
        );
      await this.streams.open(actor, filter, { seen: last, reply });
      return [];
    }
    const { events, reached, isAll, upTo } = await this.log.list(actor, filter, {
      after: last.place ?? THE_BEGINNING,
      limit: question.per_page,
      name: last.name,
    });
    if (!isAll) reply.header('link', linkBehind(reached, reply.request.url));
    const views: EventViews = events.map(toEventView);
    views.latest = String(Math.max(0, upTo - LATEST));
    return views;
  }
}

function findLastSeen({ last_event_id: requested }: EventQuestion, lastEventId: string | undefined): LastSeenEvent {
  if (lastEventId === undefined)
    return { place: requested === undefined ? null : placeFrom(requested), name: 'last_event_id' };
  const place = placeFrom(lastEventId);
  if (place === null) throw createMalformedEventId('Last-Event-ID');
  return { place, name: 'Last-Event-ID' };
}

/** The `Link` header of the next page (RFC 8288): the same filter, after the last place. */
function linkBehind(place: EventPlace, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('last_event_id', placeText(place));
  return `<${pathname}?${searchParams}>; rel="next"`;
}
