import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import type { State } from '../engine/state.js';
import { DomainError } from '../errors/domain-error.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import type { ExecutedCommand } from '../exchange/writing/batch-rows.js';
import type { AccountEvent } from './account-event.js';
import { EventNotWrittenError } from './event-errors.js';
import { EventLogService } from './event-log.service.js';
import { createPlaceAfter, comparePlaces, type EventPlace, placeText, type LastSeenEvent } from './event-place.js';
import {
  type EventFilter,
  type EventReader,
  EventReaders,
  type RevokedAccess,
  findRevokedAccess,
} from './event-reader.js';
import { intersectAccounts, EventVisibilityService } from './event-visibility.service.js';
import { RecentEvents } from './recent-events.js';

/** Limits the number of concurrent tasks. Further tasks wait in the order of arrival. */
class ConcurrencyLimit {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free++;
      else next();
    }
  }
}

/** Events per page, about 150 KB. */
const PAGE = 250;
/** Database connections that catching up may use at the same time. */
const READINGS_AT_ONCE = 4;
const AGAIN_AFTER_MS = 250;

/**
 * Publishes account events to readers: only committed events, all of them, in order and once.
 *
 * A reader that catches up gets events from the tables, up to the last committed command. Then, between two batches, it gets the
 * events committed in the meantime and becomes live: from then on it gets each batch as soon as it is committed. After the engine
 * reloaded its state, committed events may be unpublished, so every live reader catches up again.
 */
@Injectable()
export class EventFeedService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(EventFeedService.name);
  private readonly readers = new EventReaders();
  /** The last command whose events were published to live readers. */
  private lastPublishedSeq = 0;
  private recent: RecentEvents | null = null;
  private catching = 0;
  private readonly turns = new ConcurrencyLimit(READINGS_AT_ONCE);
  private timer: NodeJS.Timeout | null = null;
  private isClosing = false;

  constructor(
    private readonly exchange: ExchangeService,
    private readonly log: EventLogService,
    private readonly visibility: EventVisibilityService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.exchange.batchListeners.register({
      opened: (state) => this.beginAnew(state),
      written: (entries, state) => this.publish(entries, state),
    });
  }

  onApplicationShutdown(): void {
    this.isClosing = true;
    if (this.timer) clearInterval(this.timer);
  }

  /** The start of a stream: after the reader's last event, or now. Opens the exchange if needed, and throws if it cannot be opened. */
  async placeFor(actor: Actor, { acctIds }: EventFilter, { place, name }: LastSeenEvent): Promise<EventPlace> {
    const now = await this.exchange.look(() => createPlaceAfter(this.lastPublishedSeq));
    if (place !== null && place.seq > now.seq) throw new EventNotWrittenError(name, now.seq);
    await this.visibility.require(actor, acctIds, place ?? now);
    return place ?? now;
  }

  /** The id after which a reader of all published events continues. Null before the engine loaded its state. */
  get lastEventSeq(): string | null {
    return this.lastPublishedSeq === 0 ? null : placeText(createPlaceAfter(this.lastPublishedSeq));
  }

  /**
   * A message beside the events, to the user's streams of all types or with `alert`. It has no id: a reader resumes where it would
   * have without it.
   */
  sendAlert(userId: number, data: object): void {
    for (const reader of this.readers) if (reader.actor.userId === userId) reader.sendAlert(data);
  }

  get beatEveryMs(): number {
    return this.config.streamHeartbeatSeconds * 1_000;
  }

  /** Publishes to the reader from its place on, until `leave`. */
  join(reader: EventReader): void {
    this.readers.add(reader);
    this.timer ??= setInterval(() => this.sendHeartbeats(), this.beatEveryMs).unref();
    reader.sendHeartbeat(reader.place, Date.now());
    void this.catchUp(reader);
  }

  removeReader(reader: EventReader): void {
    reader.isOver = true;
    this.readers.remove(reader);
    if (this.readers.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private beginAnew({ counters }: State): void {
    const before = createPlaceAfter(this.lastPublishedSeq);
    this.lastPublishedSeq = counters.command;
    if (this.recent) this.recent = new RecentEvents(this.lastPublishedSeq);
    for (const reader of this.readers) {
      if (!reader.isLive) continue;
      reader.isLive = false;
      reader.place = before;
      void this.catchUp(reader);
    }
  }

  private publish(entries: readonly ExecutedCommand[], state: State): void {
    const seq = entries.at(-1)?.seq ?? this.lastPublishedSeq;
    const events = this.readers.size > 0 || this.recent !== null ? this.log.toEvents(entries, state) : [];
    this.recent?.add({ seq, events });
    const taken = findRevokedAccess(events);
    const readers = this.deliver(events, state, taken);
    this.lastPublishedSeq = seq;
    for (const reader of readers) {
      reader.flush();
      if (!reader.isLive) void this.catchUp(reader);
      else if (taken !== null) this.dismissIfDone(reader, state);
    }
  }

  /** Returns the readers that received some of the events. */
  private deliver(events: readonly AccountEvent[], state: State, taken: RevokedAccess | null): Set<EventReader> {
    const readers = new Set<EventReader>();
    for (const event of events) {
      for (const reader of this.readers.findReaders(event, state, taken)) {
        if (!reader.isLive || (event.grant === null && !reader.matches(event))) continue;
        if (!readers.has(reader)) reader.place = createPlaceAfter(this.lastPublishedSeq);
        readers.add(reader);
        reader.receive(event);
      }
    }
    return readers;
  }

  private sendHeartbeats(): void {
    for (const reader of this.readers)
      reader.sendHeartbeat(reader.isLive ? createPlaceAfter(this.lastPublishedSeq) : reader.place, Date.now());
  }

  private async catchUp(reader: EventReader): Promise<void> {
    this.catching++;
    this.recent ??= new RecentEvents(this.lastPublishedSeq);
    while (!reader.isOver && !this.isClosing) {
      try {
        if (!(await reader.untilDrained())) this.removeReader(reader);
        else if ((await this.readPast(reader)) && (await this.exchange.look((state) => this.goLive(reader, state))))
          break;
      } catch (error) {
        // The exchange or the database is unavailable: retry from the reader's place.
        if (!(error instanceof DomainError)) this.logger.warn(`Events cannot be read; retrying: ${String(error)}`);
        await pause(AGAIN_AFTER_MS, undefined, { ref: false });
      }
    }
    this.catching--;
    if (this.catching === 0) this.recent = null;
  }

  /** Reads one page. Returns true after the last page, with every event that was committed when the page was requested. */
  private async readPast(reader: EventReader): Promise<boolean> {
    const upTo = this.lastPublishedSeq;
    return this.turns.take(async () => {
      // Read after `upTo` is known, so that it has every grant up to there, with the command of each grant.
      const visibility = await this.visibility.find(reader.actor);
      if (comparePlaces(reader.place, createPlaceAfter(upTo)) < 0) {
        const { acctIds, types } = reader.filter;
        const { events, reached } = await this.log.readSome({
          after: reader.place,
          upTo,
          acctIds: intersectAccounts(acctIds, visibility),
          types,
          limit: PAGE,
        });
        reader.publish(events.filter(visibility.sees), reached);
      }
      reader.granted = visibility.grantedAt(upTo);
      return comparePlaces(reader.place, createPlaceAfter(upTo)) >= 0;
    });
  }

  /** Runs between two batches: publishes the events since the last page. Returns false if some of them are no longer in memory. */
  private goLive(reader: EventReader, state: State): boolean {
    const { recent } = this;
    if (recent === null || reader.isOver || reader.place.seq < recent.since) return false;
    reader.isLive = true;
    for (const event of recent.list()) {
      if (comparePlaces(event.place, reader.place) > 0 && reader.isVisible(event, state)) reader.receive(event);
    }
    reader.flush();
    this.dismissIfDone(reader, state);
    return reader.isLive;
  }

  private dismissIfDone(reader: EventReader, state: State): void {
    if (!reader.isLive || !reader.hasNothingLeft(state)) return;
    this.removeReader(reader);
    reader.end();
  }
}
