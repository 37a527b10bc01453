import { setImmediate as turn } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { State } from '../../engine/state.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { Witness } from '../../exchange/witness.js';
import { UnknownInstrument } from '../../instruments/instrument-errors.js';
import { Feed, type Reader } from './feed.js';
import { StatusFeed } from './status-feed.js';
import { portionsOf } from './stream-cost.js';
import type { StreamMessage } from './stream-message.js';
import { SUBSCRIPTIONS_MAX } from './stream-limits.js';
import { TooManySubscriptions } from './stream-errors.js';

type Written = Parameters<Witness['written']>[0];
type Subscribe = Extract<StreamMessage, { type: 'subscribe' }>;

/** The longest that a change waits for others, however many readers there are. */
const REST_MS_MAX = 50;
/** To rest as long as a round took leaves at least half of the processor to others. */
const RESTS_PER_ROUND = 1;
/** A round that takes longer lets others have their turn in between. */
const SLICE_MS = 4;

/**
 * Brings what is written to those who read it: at once while little happens, and in rounds when there is much to do, so that what is
 * overtaken meanwhile never leaves. A round reaches everybody before the next begins.
 */
@Injectable()
export class MarketFeed implements OnModuleInit {
  private readonly log = new Logger(MarketFeed.name);
  private readonly feed = new Feed();
  private readonly statuses = new StatusFeed();
  private round: Generator<void> | null = null;
  private isAwake = false;
  private restsUntil = 0;

  constructor(private readonly exchange: ExchangeService) {}

  onModuleInit(): void {
    this.exchange.witnessedBy({
      opened: (state) => this.restart(state),
      written: (entries, state) => {
        this.feed.note(changedIn(entries), state);
        this.statuses.note(turnedIn(entries, state), state);
        this.wake();
      },
    });
  }

  /**
   * Resolves when the reader has been shown what they asked for: in portions, each in its turn. An instrument is shown and read from the
   * same moment on, so what happens between two portions comes behind what it concerns. What fails on the way changes nothing.
   */
  async subscribe(reader: Reader, message: Subscribe, turn: () => Promise<void>): Promise<void> {
    const { instrumentIds } = message;
    if (reader.subscription.sizeWith(instrumentIds) > SUBSCRIPTIONS_MAX)
      throw new TooManySubscriptions(SUBSCRIPTIONS_MAX);
    await this.exchange.look(({ instruments }) => {
      const unknown = instrumentIds.find((id) => !instruments.has(id));
      if (unknown !== undefined) throw new UnknownInstrument(unknown);
    });
    const before = reader.subscription.entries();
    try {
      for (const [index, portion] of portionsOf(message).entries()) {
        if (index > 0) await turn();
        await this.show(reader, portion);
      }
    } catch (error) {
      this.tellAll();
      if (reader.isOpen) this.feed.goBack(reader, before);
      throw error;
    }
  }

  private async show(reader: Reader, portion: Subscribe): Promise<void> {
    await this.exchange.look((state) => {
      // Whoever has left is forgotten already, and would be remembered for good.
      if (!reader.isOpen) return;
      // Who looks may see a batch of which the others have not been told yet; nobody may see it before them and again after.
      this.finish();
      this.feed.note(portion.instrumentIds, state);
      this.tellAll();
      this.feed.subscribe(reader, portion, state);
      if (portion.withStatus) this.statuses.follow(reader, portion.instrumentIds, state);
    });
  }

  unsubscribe(reader: Reader, message: Exclude<StreamMessage, Subscribe>): void {
    this.tellAll();
    this.feed.unsubscribe(reader, message);
    if (message.type === 'unsubscribe_all') this.statuses.forget(reader);
    else
      this.statuses.leave(
        reader,
        message.instrumentIds.filter((id) => reader.subscription.of(id) === undefined),
      );
  }

  forget(reader: Reader): void {
    this.feed.leaveAlone(reader);
    this.statuses.forget(reader);
  }

  private restart(state: State): void {
    this.finish();
    this.round = this.feed.restart(state);
    this.finish();
    this.statuses.restart(state);
  }

  private wake(): void {
    if (this.isAwake || !this.feed.hasNews) return;
    this.isAwake = true;
    const rest = this.restsUntil - performance.now();
    const begin = (): void => void this.goRound();
    if (rest > 0) setTimeout(begin, rest).unref();
    else setImmediate(begin);
  }

  private async goRound(): Promise<void> {
    let spent = 0;
    this.round = this.feed.publish();
    for (let goesOn = true; goesOn;) {
      const began = performance.now();
      do goesOn = this.step();
      while (goesOn && performance.now() - began < SLICE_MS);
      spent += performance.now() - began;
      if (goesOn) await turn();
    }
    this.restsUntil = performance.now() + Math.min(REST_MS_MAX, spent * RESTS_PER_ROUND);
    this.isAwake = false;
    this.wake();
  }

  /** Whatever has not left yet leaves now. */
  private tellAll(): void {
    this.finish();
    this.round = this.feed.publish();
    this.finish();
  }

  private finish(): void {
    while (this.step());
  }

  /** Whether there is more to do. A fault of one round stops none of those that follow. */
  private step(): boolean {
    try {
      if (this.round?.next().done !== false) this.round = null;
    } catch (error) {
      this.round = null;
      this.log.error('a round of market data was not brought to everybody', error);
    }
    return this.round !== null;
  }
}

function changedIn(entries: Written): Set<number> {
  const changed = new Set<number>();
  for (const { events } of entries) {
    for (const event of events) if (event.type === 'MarketDataChanged') changed.add(event.instrumentId);
  }
  return changed;
}

/** Instruments of which it may have changed whether they trade: their own word for it, or the session of their product. */
function turnedIn(entries: Written, { instruments }: State): Set<number> {
  const turned = new Set<number>();
  const products = new Set<number>();
  for (const { events } of entries) {
    for (const event of events) {
      if (event.type === 'InstrumentChanged') turned.add(event.instrumentId);
      else if (event.type === 'SessionOpened' || event.type === 'SessionClosed') products.add(event.productId);
    }
  }
  if (products.size > 0)
    for (const { id, product } of instruments.values()) if (products.has(product.terms.id)) turned.add(id);
  return turned;
}
