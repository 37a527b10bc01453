import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { State } from '../engine/state.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { ExchangeState } from '../exchange/ledger/exchange-state.entity.js';
import type { ExecutedCommand } from '../exchange/writing/batch-rows.js';
import type { Actor } from '../access/actor.js';
import { EventNotWrittenError } from './event-errors.js';
import type { EventFilter } from './event-reader.js';
import { EventVisibilityService, intersectAccounts } from './event-visibility.service.js';
import type { AccountEvent } from './account-event.js';
import { createPlaceAfter, comparePlaces, type EventPlace } from './event-place.js';
import { type EventFilterInput, buildQueries, type StoredEventRow, toStoredEvent } from './stored-events.js';
import { toAccountEvents } from './account-events.js';
import { Hook } from '../access/hook.js';

/**
 * The fewest commands of a first query, which reads one for each event that is wanted: all rows of its commands are sorted, also those
 * beyond the limit. Each further query reads four times as many, up to the maximum, until there are enough events.
 */
const COMMANDS_LEAST = 100;
const COMMANDS_MOST = 128_000;
/** The most commands of one call. The result then has the place up to which it read, and the caller calls again. */
const COMMANDS_AT_ONCE = 250_000;

/** Events, and the place up to which they are complete. */
export type EventPage = Readonly<{ events: readonly AccountEvent[]; reached: EventPlace }>;

/**
 * Reads all account events from the tables, in order, from any place on, and notifies listeners of new events. A subscriber of all
 * events reads up to `lastSeq`, and reads on when it is notified.
 */
@Injectable()
export class EventLogService implements OnModuleInit {
  private readonly listeners = new Set<(events: readonly AccountEvent[]) => void>();
  /** Called after the engine reloaded its state: there may be committed events that no listener got. */
  readonly reopenings = Hook.optional<() => void>();
  private latest: Readonly<{ entries: readonly ExecutedCommand[]; events: readonly AccountEvent[] }> = {
    entries: [],
    events: [],
  };

  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly visibility: EventVisibilityService,
  ) {}

  onModuleInit(): void {
    this.exchange.batchListeners.register({
      opened: () => {
        for (const listener of this.reopenings.handlers) listener();
      },
      written: (entries, state) => {
        if (this.listeners.size === 0) return;
        const events = this.toEvents(entries, state);
        if (events.length > 0) for (const listener of this.listeners) listener(events);
      },
    });
  }

  /**
   * Reads events in order, from a maximum number of commands: it may return fewer events than the limit before the end,
   * with the place it reached.
   */
  async readSome({ upTo, acctIds, types, limit, ...window }: EventFilterInput): Promise<EventPage> {
    const end = createPlaceAfter(upTo);
    if (acctIds !== 'all' && acctIds.length === 0) return { events: [], reached: end };
    const events: AccountEvent[] = [];
    let [after, commands] = [window.after, Math.max(limit, COMMANDS_LEAST)];
    while (comparePlaces(after, end) < 0 && after.seq - window.after.seq < COMMANDS_AT_ONCE) {
      const until = Math.min(upTo, after.seq + commands);
      events.push(...(await this.readWindow({ after, upTo: until, acctIds, types, limit: limit - events.length })));
      if (events.length >= limit) return { events, reached: events.at(-1)?.place ?? end };
      after = createPlaceAfter(until);
      commands = Math.min(commands * 4, COMMANDS_MOST);
    }
    return { events, reached: after };
  }

  /** `isAll`: there are no more events yet. `upTo`: the last committed command. */
  async list(
    actor: Actor,
    { acctIds: requested, types }: EventFilter,
    { after, limit, name }: Readonly<{ after: EventPlace; limit: number; name: string }>,
  ): Promise<EventPage & Readonly<{ isAll: boolean; upTo: number }>> {
    const upTo = await this.findLastSeq();
    if (after.seq > upTo) throw new EventNotWrittenError(name, upTo);
    await this.visibility.require(actor, requested, after);
    const visibility = await this.visibility.find(actor);
    const { events, reached } = await this.readSome({
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

  /** The number of the last committed command. */
  async findLastSeq(): Promise<number> {
    const state = await this.em.fork().findOne(ExchangeState, 1, { fields: ['command'] });
    return state?.command ?? 0;
  }

  /** Calls the listener with every committed event, in order. Returns the function that removes the listener. */
  subscribe(listener: (events: readonly AccountEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Converts a batch to account events, once for all listeners of the batch. */
  toEvents(entries: readonly ExecutedCommand[], state: State): readonly AccountEvent[] {
    if (this.latest.entries !== entries) this.latest = { entries, events: toAccountEvents(entries, state) };
    return this.latest.events;
  }

  private async readWindow(requested: EventFilterInput): Promise<AccountEvent[]> {
    const em = this.em.fork();
    const found: AccountEvent[] = [];
    for (const { kind, sql, values } of buildQueries(requested)) {
      const rows = await em.execute<StoredEventRow[]>(sql, [...values]);
      found.push(...rows.map((row) => toStoredEvent(kind, row)));
    }
    return found.sort((one, other) => comparePlaces(one.place, other.place)).slice(0, requested.limit);
  }
}
