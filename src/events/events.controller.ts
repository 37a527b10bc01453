import { AsyncLocalStorage } from 'node:async_hooks';
import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import type { Admission } from '../access/admission.js';
import { Stays } from '../access/stays.service.js';
import { wantsStream } from '../http/accept.js';
import { OpenStreams } from '../http/open-streams.js';
import { AlsoStreams, ShownBy } from '../http/shown-by.decorator.js';
import { StreamLimit } from '../http/stream-limit.js';
import { withVary } from '../http/vary.js';
import { malformedEventId } from './event-errors.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { EventFeed } from './event-feed.service.js';
import { type EventPlace, placeFrom, placeText, THE_BEGINNING } from './event-place.js';
import { type EventFilter, EventReader } from './event-reader.js';
import { dismissals, FAREWELL, OPENING, outletTo } from './event-stream.js';
import { type EventView, eventView } from './event.view.js';
import { EventQuestion } from './events.dto.js';
import { eventsPage } from './events.page.js';
import { PastEvents } from './past-events.service.js';

/** Behind which event to go on, and by which name the caller said so; null where they did not. */
type Seen = Readonly<{ place: EventPlace | null; name: string }>;

/** What begins with a stream outlives the request by hours, and must not keep what belongs to it: its unit of work, its address. */
const outside = AsyncLocalStorage.snapshot();

@Controller('events')
export class EventsController {
  constructor(
    private readonly feed: EventFeed,
    private readonly past: PastEvents,
    private readonly streams: OpenStreams,
    private readonly stays: Stays,
    private readonly limit: StreamLimit,
  ) {}

  /**
   * Tells what happens to the accounts that the caller may look at: as it happens, or from the past page by page.
   *
   * With `Accept: text/event-stream`, or for who takes whatever comes, a stream of server-sent events that begins now, or behind the event
   * that `Last-Event-ID` names: nothing is left out and nothing comes twice. Each event has an id, a type, and as its data the JSON of
   * the thing as it was then. A `heartbeat` comes at the beginning and every 15 seconds; its id is as good to come back with as any
   * other. A last event `end` says why a stream ends that does not end by itself.
   *
   * With `Accept: application/json`, a list of what has happened since the beginning, or behind that event, the oldest first. `Link`
   * leads to the next page, which may be there though this one is not full, as long as not everything was looked at.
   *
   * @param seen The id of the last event that the caller has, for example `1234.o.77.3`
   */
  @Get()
  @Access('stream')
  @AlsoStreams(EVENT_EXAMPLES)
  @ShownBy(eventsPage)
  async tell(@CurrentActor() actor: Actor, @Query() question: EventQuestion, @Headers('last-event-id') seen: string | undefined, @Res() reply: FastifyReply): Promise<EventView[]> {
    const last = seenBy(question, seen);
    const filter = { acctIds: question.acct_id ?? null, types: question.type === undefined ? null : new Set(question.type) };
    if (wantsStream(reply.request.headers.accept)) {
      await this.stream(actor, filter, last, reply);
      return [];
    }
    const { events, reached, isAll } = await this.past.list(actor, filter, { after: last.place ?? THE_BEGINNING, limit: question.per_page, name: last.name });
    if (!isAll) reply.header('link', linkBehind(reached, reply.request.url));
    const views = events.map(eventView);
    await reply.send(views);
    return views;
  }

  /** What is wrong with the question is said before the stream begins. */
  private async stream(actor: Actor, filter: EventFilter, last: Seen, reply: FastifyReply): Promise<void> {
    const place = await this.feed.placeFor(actor, filter, last);
    const { admission } = reply.request;
    if (!admission) throw new TypeError('a stream without an admission');
    reply.header('vary', withVary(reply.getHeader('vary'), 'Accept')).header('cache-control', 'no-store');
    const over = this.limit.enter(actor);
    const raw = this.streams.open(reply, { contentType: 'text/event-stream', farewell: FAREWELL });
    if (raw.writableEnded) over();
    else outside(() => this.follow(new EventReader(actor, filter, outletTo(raw), place), raw, { admission, over }));
  }

  private follow(reader: EventReader, raw: FastifyReply['raw'], { admission, over }: Readonly<{ admission: Admission; over: () => void }>): void {
    raw.write(OPENING);
    const left = this.stays.watch(admission, (why) => {
      this.feed.leave(reader);
      raw.end(dismissals[why]);
    });
    raw.once('close', () => {
      left();
      over();
      this.feed.leave(reader);
    });
    this.feed.join(reader);
  }
}

function seenBy({ last_event_id: asked }: EventQuestion, seen: string | undefined): Seen {
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
