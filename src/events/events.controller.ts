import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { wantsStream } from '../http/accept.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import {
  CsvDownload,
  EventStream,
  AllowEmptyQuery,
  WithAccountChoices,
  HtmlPage,
} from '../http/route-options.decorator.js';
import { malformedEventId } from './event-errors.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { type EventPlace, placeFrom, placeText, type LastSeenEvent, THE_BEGINNING } from './event-place.js';
import { EventStreamsGateway } from './event-streams.gateway.js';
import { type EventView, eventView } from './event.view.js';
import { EventQuestion } from './events.dto.js';
import { eventsPage, type EventViews } from './events.page.js';
import { PastEventsService } from './past-events.service.js';

/** How many commands back one looks who only wants to see what has happened last. */
const LATEST = 300;

@Controller('events')
export class EventsController {
  constructor(
    private readonly past: PastEventsService,
    private readonly streams: EventStreamsGateway,
  ) {}

  /**
   * Streams or lists the events of the caller's accounts.
   *
   * With `Accept: text/event-stream`, or for who takes whatever comes, a stream of server-sent events that begins now, or behind the event
   * that `Last-Event-ID` names: nothing is left out and nothing comes twice. Each event has an id, a type, and as its data the JSON of
   * the thing as it was then. A `heartbeat` comes at the beginning and every 15 seconds; its id is as good to come back with as any
   * other, and the first line, `retry`, says after how many milliseconds to come back. A last event `end`, without an id, says why a stream
   * ends: its `code` is `token_expired`, `token_revoked`, `access_taken` (none is left of the accounts that were asked for) or
   * `service_stopping`. Whoever does not read is closed after a heartbeat's time, and misses nothing by coming back with the last id. An id
   * begins with the number of the command in the house that brought the event about. One that is not written here, as after the
   * restoration of a backup, is 409 `event_not_written`: read orders and positions anew, and begin without an id. An account that is
   * granted is told from its `account.granted` on, up to the one with `access` null. A stream has no pages: with `per_page` it is 400.
   *
   * With `Accept: application/json`, a list of what has happened since the beginning, or behind that event, the oldest first. `Link`
   * leads to the next page, which may be there though this one is not full, as long as not everything was looked at.
   *
   * @param seen The id of the last event that the caller has, for example `1234.o.77.3`
   */
  @Get()
  @Access('stream')
  @EventStream(EVENT_EXAMPLES)
  @AllowEmptyQuery()
  @WithAccountChoices()
  @HtmlPage(eventsPage)
  @CsvDownload(['id', 'type', 'time', 'acct_id', 'acct_name', 'owner_name', 'data'])
  async listEvents(
    @CurrentActor() actor: Actor,
    @Query() question: EventQuestion,
    @Headers('last-event-id') seen: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventView[]> {
    const last = seenBy(question, seen);
    const filter = {
      acctIds: question.acct_id ?? null,
      types: question.type === undefined ? null : new Set(question.type),
    };
    if (wantsStream(reply.request.headers.accept)) {
      if (Object.hasOwn(reply.request.query as object, 'per_page'))
        throw new InvalidRequestError(
          [
            {
              pointer: 'per_page',
              message: 'per_page is for a list, as Accept: application/json asks for; a stream has no pages',
            },
          ],
          'query',
        );
      await this.streams.open(actor, filter, { seen: last, reply });
      return [];
    }
    const { events, reached, isAll, upTo } = await this.past.list(actor, filter, {
      after: last.place ?? THE_BEGINNING,
      limit: question.per_page,
      name: last.name,
    });
    if (!isAll) reply.header('link', linkBehind(reached, reply.request.url));
    const views: EventViews = events.map(eventView);
    views.latest = String(Math.max(0, upTo - LATEST));
    return views;
  }
}

function seenBy({ last_event_id: asked }: EventQuestion, seen: string | undefined): LastSeenEvent {
  if (seen === undefined) return { place: asked === undefined ? null : placeFrom(asked), name: 'last_event_id' };
  const place = placeFrom(seen);
  if (place === null) throw malformedEventId('Last-Event-ID');
  return { place, name: 'Last-Event-ID' };
}

/** The `Link` header that leads on (RFC 8288): the same question, further on. */
function linkBehind(place: EventPlace, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  searchParams.set('last_event_id', placeText(place));
  return `<${pathname}?${searchParams}>; rel="next"`;
}
