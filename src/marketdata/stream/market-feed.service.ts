import { setImmediate as turn } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { State } from '../../engine/state.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { BatchListener } from '../../exchange/batch-listener.js';
import { UnknownInstrumentError } from '../../instruments/instrument-errors.js';
import { MarketDataPublisher, type StreamSubscriber } from './market-data-publisher.js';
import { StatusFeed } from './status-feed.js';
import { type StreamMessage, type SubscribeMessage, splitIntoPortions, SUBSCRIPTIONS_MAX } from './stream-message.js';
import { domainError } from '../../errors/domain-error.js';

class TooManySubscriptionsError extends domainError('refused', 'too_many_subscriptions') {
  constructor(max: number) {
    super(`A stream may have ${max} instruments at most. Unsubscribe from some, or open another stream.`);
  }
}

type WrittenBatch = Parameters<BatchListener['written']>[0];

/** The maximum delay of a change, whatever the number of subscribers. */
const REST_MS_MAX = 50;
/** Pausing as long as a round took leaves at least half of the CPU to other work. */
const RESTS_PER_ROUND = 1;
/** A round that takes longer yields in between. */
const SLICE_MS = 4;

/**
 * Sends committed changes to subscribers: at once at low load, and in rounds at high load, so that intermediate states
 * are skipped. A round reaches all subscribers before the next begins.
 */
@Injectable()
export class MarketFeedService implements OnModuleInit {
  private readonly log = new Logger(MarketFeedService.name);
  private readonly publisher = new MarketDataPublisher();
  private readonly statuses = new StatusFeed();
  private round: Generator<void> | null = null;
  private isScheduled = false;
  private restsUntil = 0;

  constructor(private readonly exchange: ExchangeService) {}

  onModuleInit(): void {
    this.exchange.batchListeners.register({
      opened: (state) => this.restart(state),
      written: (entries, state) => {
        this.publisher.markChanged(findChangedInstruments(entries), state);
        this.statuses.markChanged(findStatusChanges(entries, state), state);
        this.schedule();
      },
    });
  }

  /**
   * Resolves when the subscriber has its snapshot: in portions, each in its turn. An instrument is captured and
   * followed from the same moment, so changes between two portions come after its snapshot. An error in between changes
   * nothing.
   */
  async subscribe(subscriber: StreamSubscriber, message: SubscribeMessage, turn: () => Promise<void>): Promise<void> {
    const { instrumentIds } = message;
    if (subscriber.subscription.sizeWith(instrumentIds) > SUBSCRIPTIONS_MAX)
      throw new TooManySubscriptionsError(SUBSCRIPTIONS_MAX);
    await this.exchange.look(({ instruments }) => {
      const unknown = instrumentIds.find((id) => !instruments.has(id));
      if (unknown !== undefined) throw new UnknownInstrumentError(unknown);
    });
    const before = subscriber.subscription.entries();
    try {
      for (const [index, portion] of splitIntoPortions(message).entries()) {
        if (index > 0) await turn();
        await this.sendSnapshot(subscriber, portion);
      }
    } catch (error) {
      this.publishAll();
      if (subscriber.isOpen) this.publisher.restoreSubscription(subscriber, before);
      throw error;
    }
  }

  private async sendSnapshot(subscriber: StreamSubscriber, portion: SubscribeMessage): Promise<void> {
    await this.exchange.look((state) => {
      // A subscriber who has left is removed already, and must not be added again.
      if (!subscriber.isOpen) return;
      // This subscriber may see a batch that was not sent to the others yet; no one may see a change twice.
      this.finishRound();
      this.publisher.markChanged(portion.instrumentIds, state);
      this.publishAll();
      this.publisher.subscribe(subscriber, portion, state);
      if (portion.withStatus) this.statuses.follow(subscriber, portion.instrumentIds, state);
    });
  }

  unsubscribe(subscriber: StreamSubscriber, message: Exclude<StreamMessage, SubscribeMessage>): void {
    this.publishAll();
    this.publisher.unsubscribe(subscriber, message);
    if (message.type === 'unsubscribe_all') this.statuses.remove(subscriber);
    else
      this.statuses.unfollow(
        subscriber,
        message.instrumentIds.filter((id) => subscriber.subscription.get(id) === undefined),
      );
  }

  remove(subscriber: StreamSubscriber): void {
    this.publisher.unsubscribe(subscriber, { type: 'unsubscribe_all' });
    this.statuses.remove(subscriber);
  }

  private restart(state: State): void {
    this.finishRound();
    this.round = this.publisher.restart(state);
    this.finishRound();
    this.statuses.restart(state);
  }

  private schedule(): void {
    if (this.isScheduled || !this.publisher.hasUpdates) return;
    this.isScheduled = true;
    const rest = this.restsUntil - performance.now();
    const begin = (): void => void this.publishRound();
    if (rest > 0) setTimeout(begin, rest).unref();
    else setImmediate(begin);
  }

  private async publishRound(): Promise<void> {
    let spent = 0;
    this.round = this.publisher.publish();
    for (let hasMore = true; hasMore;) {
      const startedAt = performance.now();
      do hasMore = this.runStep();
      while (hasMore && performance.now() - startedAt < SLICE_MS);
      spent += performance.now() - startedAt;
      if (hasMore) await turn();
    }
    this.restsUntil = performance.now() + Math.min(REST_MS_MAX, spent * RESTS_PER_ROUND);
    this.isScheduled = false;
    this.schedule();
  }

  /** Sends everything pending. */
  private publishAll(): void {
    this.finishRound();
    this.round = this.publisher.publish();
    this.finishRound();
  }

  private finishRound(): void {
    while (this.runStep());
  }

  /** Returns whether there is more to send. An error in one round does not stop the following ones. */
  private runStep(): boolean {
    try {
      if (this.round?.next().done !== false) this.round = null;
    } catch (error) {
      this.round = null;
      this.log.error('a round of market data was not brought to everybody', error);
    }
    return this.round !== null;
  }
}

function findChangedInstruments(entries: WrittenBatch): Set<number> {
  const changed = new Set<number>();
  for (const { events } of entries) {
    for (const event of events) if (event.type === 'MarketDataChanged') changed.add(event.instrumentId);
  }
  return changed;
}

/** Instruments whose status may have changed: their own, or the session of their product. */
function findStatusChanges(entries: WrittenBatch, { instruments }: State): Set<number> {
  const changed = new Set<number>();
  const products = new Set<number>();
  for (const { events } of entries) {
    for (const event of events) {
      if (event.type === 'InstrumentChanged') changed.add(event.instrumentId);
      else if (event.type === 'SessionOpened' || event.type === 'SessionClosed') products.add(event.productId);
    }
  }
  if (products.size > 0)
    for (const { id, product } of instruments.values()) if (products.has(product.terms.id)) changed.add(id);
  return changed;
}
