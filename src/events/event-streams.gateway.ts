import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.js';
import { type StreamLease, StreamLeasesService, type EndReason } from '../access/stream-leases.service.js';
import { OpenStreams, StreamLimit } from '../http/open-streams.js';
import { addVary } from '../http/accept.js';
import { EventFeedService } from './event-feed.service.js';
import type { LastSeenEvent } from './event-place.js';
import { EventReader, type EventOutlet, type StreamFilter } from './event-reader.js';
import type { ServerResponse } from 'node:http';

/** The reconnection delay for clients. */
const OPENING = 'retry: 1000\n\n';

const formatClosingEvent = (code: string, detail: string): string =>
  `event: end\ndata: ${JSON.stringify({ code, detail })}\n\n`;

const FAREWELL = formatClosingEvent('service_stopping', 'The service is stopping. Reconnect with the last event id.');

const dismissals: Readonly<Record<EndReason, string>> = {
  expired: formatClosingEvent(
    'token_expired',
    'The credentials have expired. Reconnect with new credentials and the last event id.',
  ),
  revoked: formatClosingEvent('token_revoked', 'The credentials were revoked.'),
};

const NOTHING_LEFT = formatClosingEvent(
  'access_taken',
  'Your access to the last of the requested accounts was revoked.',
);

/** The connection to a reader over an open response. Closed after `patienceMs` without progress; the client can resume later. */
function createOutlet(raw: ServerResponse, patienceMs: number): EventOutlet {
  return {
    write: (text) => raw.write(text),
    waiting: () => raw.writableLength,
    end: () => raw.end(NOTHING_LEFT),
    drained: () => (raw.writableNeedDrain ? waitForDrain(raw, patienceMs) : Promise.resolve(!raw.destroyed)),
  };
}

function waitForDrain(raw: ServerResponse, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isDrained: boolean): void => {
      clearTimeout(late);
      raw.off('drain', drained).off('close', gone);
      resolve(isDrained);
    };
    const drained = (): void => done(true);
    const gone = (): void => done(false);
    const late = setTimeout(() => {
      raw.destroy();
      done(false);
    }, patienceMs);
    raw.on('drain', drained).on('close', gone);
  });
}

/** Runs code outside the request's async context: a stream outlives its request by hours and must not retain its unit of work. */
const outside = AsyncLocalStorage.snapshot();

/** Opens event streams and closes them when their credentials end. */
@Injectable()
export class EventStreamsGateway {
  constructor(
    private readonly feed: EventFeedService,
    private readonly streams: OpenStreams,
    private readonly stays: StreamLeasesService,
    private readonly limit: StreamLimit,
  ) {}

  /** Throws errors of the request before the stream begins. */
  async open(
    actor: Actor,
    filter: StreamFilter,
    { seen: lastSeen, reply }: Readonly<{ seen: LastSeenEvent; reply: FastifyReply }>,
  ): Promise<void> {
    const { streamLease } = reply.request;
    if (!streamLease) throw new TypeError('The request of a stream has no stream lease.');
    const place = await this.feed.placeFor(actor, filter, lastSeen);
    const left = this.limit.acquire(actor);
    reply.header('vary', addVary(reply.getHeader('vary'), 'Accept')).header('cache-control', 'no-store');
    const raw = this.streams.open(reply, { contentType: 'text/event-stream', lastChunk: FAREWELL });
    if (raw.writableEnded) left();
    else
      outside(() =>
        this.follow(new EventReader(actor, filter, createOutlet(raw, this.feed.beatEveryMs), place), raw, {
          admission: streamLease,
          left,
        }),
      );
  }

  private follow(
    reader: EventReader,
    raw: FastifyReply['raw'],
    { admission, left }: Readonly<{ admission: StreamLease; left: () => void }>,
  ): void {
    const watched = this.stays.watch(admission, (why) => {
      this.feed.removeReader(reader);
      raw.end(dismissals[why]);
    });
    raw.once('close', () => {
      this.feed.removeReader(reader);
      watched();
      left();
    });
    raw.write(OPENING);
    this.feed.join(reader);
  }
}
