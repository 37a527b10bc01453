/**
 * Subscriptions, and the next messages. Subscribers with equal subscriptions share a profile: messages of a round are
 * assembled once for all of them. Ordering: nothing is written to a subscriber out of order. Subscriptions do not
 * change during a round: a change completes the round first.
 */
import type { State } from '../../engine/state.js';
import { isDepthSide } from '../market-item.js';
import { type MarketChannel, type PublishedFrames, InstrumentFeed } from './market-channel.js';
import { toSideSet, type Subscription } from './subscription.js';
import type { StreamMessage, SubscribeMessage } from './stream-message.js';
import type { StatusSubscriber } from './status-feed.js';

/** A subscriber of the stream. */
export type StreamSubscriber = Readonly<{
  /** False once they have left. */
  isOpen: boolean;
  subscription: Subscription;
  /** The frames of a round: written now, or the newest items later. */
  deliver(frames: Buffer, published: readonly PublishedFrames[]): void;
  /** Written in order, after what was missed until now. */
  sendSnapshot(frames: Buffer): void;
  /** Before a change of the subscription: what was missed until now. */
  sendMissed(): void;
}> &
  StatusSubscriber;

type SubscriberGroup = Readonly<{
  key: string;
  channels: ReadonlyMap<number, MarketChannel>;
  subscribers: Set<StreamSubscriber>;
}>;

/** The number of subscribers that are written to before yielding. */
const SUBSCRIBERS_PER_SLICE = 64;

export class MarketDataPublisher {
  private readonly feeds = new Map<number, InstrumentFeed>();
  private readonly groups = new Map<string, SubscriberGroup>();
  private readonly groupsByChannel = new Map<MarketChannel, Set<SubscriberGroup>>();
  private readonly groupBySubscriber = new Map<StreamSubscriber, SubscriberGroup>();
  private readonly changed = new Set<InstrumentFeed>();

  get hasUpdates(): boolean {
    return this.changed.size > 0;
  }

  /** These instruments have changed, and the books are committed state. */
  markChanged(instrumentIds: Iterable<number>, { instruments }: State): void {
    for (const id of instrumentIds) {
      const feed = this.feeds.get(id);
      const instrument = instruments.get(id);
      if (!feed || !instrument) continue;
      feed.capture(instrument);
      this.changed.add(feed);
    }
  }

  /** Sends everything that has changed, to some subscribers per step. */
  *publish(): Generator<void> {
    const published = [...this.changed].flatMap((feed) => feed.publish());
    this.changed.clear();
    yield* this.deliver(published);
  }

  /** A commit may not have been published: every subscriber gets everything again. */
  *restart({ instruments }: State): Generator<void> {
    this.changed.clear();
    const published = [...this.feeds].flatMap(([id, feed]) => {
      const instrument = instruments.get(id);
      if (!instrument) return [];
      feed.capture(instrument);
      return feed.restart();
    });
    yield* this.deliver(published);
  }

  /**
   * Adds sides to a subscription; they are sent first as they are now. The books are committed state, and no message is
   * pending.
   */
  subscribe(
    subscriber: StreamSubscriber,
    { instrumentIds, sides, levels }: SubscribeMessage,
    { instruments }: State,
  ): void {
    const selection = { sides: toSideSet(sides), levels: sides.some(isDepthSide) ? levels : 0 };
    for (const id of instrumentIds) {
      const instrument = instruments.get(id);
      if (instrument) this.getFeed(id).capture(instrument, selection);
      subscriber.subscription.add(id, selection);
    }
    const group = this.regroup(subscriber);
    subscriber.sendSnapshot(
      Buffer.concat(instrumentIds.flatMap((id) => group?.channels.get(id)?.snapshot(sides) ?? [])),
    );
  }

  unsubscribe(subscriber: StreamSubscriber, message: Exclude<StreamMessage, SubscribeMessage>): void {
    if (message.type === 'unsubscribe_all') subscriber.subscription.clear();
    else for (const id of message.instrumentIds) subscriber.subscription.remove(id, toSideSet(message.sides));
    this.regroup(subscriber);
  }

  /** To what they read before. */
  restoreSubscription(subscriber: StreamSubscriber, before: ReturnType<Subscription['entries']>): void {
    subscriber.subscription.restore(before);
    this.regroup(subscriber);
  }

  private *deliver(published: readonly PublishedFrames[]): Generator<void> {
    const updatesByGroup = new Map<SubscriberGroup, PublishedFrames[]>();
    for (const one of published) {
      for (const group of this.groupsByChannel.get(one.channel) ?? [])
        updatesByGroup.set(group, [...(updatesByGroup.get(group) ?? []), one]);
    }
    let served = 0;
    for (const [group, updates] of updatesByGroup) {
      const frames = Buffer.concat(updates.map((one) => one.frames));
      for (const subscriber of group.subscribers) {
        subscriber.deliver(frames, updates);
        served += 1;
        if (served % SUBSCRIBERS_PER_SLICE === 0) yield;
      }
    }
  }

  /** Moves the subscriber to those with an equal subscription. */
  private regroup(subscriber: StreamSubscriber): SubscriberGroup | null {
    subscriber.sendMissed();
    const before = this.groupBySubscriber.get(subscriber);
    const after = subscriber.subscription.size === 0 ? null : this.getGroup(subscriber.subscription);
    if (before === after) return after;
    after?.subscribers.add(subscriber);
    if (after) this.groupBySubscriber.set(subscriber, after);
    else this.groupBySubscriber.delete(subscriber);
    before?.subscribers.delete(subscriber);
    if (before?.subscribers.size === 0) this.removeGroup(before);
    return after;
  }

  private getGroup(subscription: Subscription): SubscriberGroup {
    const key = subscription.key();
    const existing = this.groups.get(key);
    if (existing) return existing;
    const channels = new Map(subscription.entries().map(([id, wanted]) => [id, this.getFeed(id).getChannel(wanted)]));
    const group = { key, channels, subscribers: new Set<StreamSubscriber>() };
    this.groups.set(key, group);
    for (const channel of channels.values()) {
      const groups = this.groupsByChannel.get(channel) ?? new Set();
      this.groupsByChannel.set(channel, groups.add(group));
    }
    return group;
  }

  private removeGroup(group: SubscriberGroup): void {
    this.groups.delete(group.key);
    for (const [id, channel] of group.channels) {
      const groups = this.groupsByChannel.get(channel);
      groups?.delete(group);
      if (groups && groups.size > 0) continue;
      this.groupsByChannel.delete(channel);
      if (this.feeds.get(id)?.removeChannel(channel) === true) this.feeds.delete(id);
    }
  }

  private getFeed(id: number): InstrumentFeed {
    const feed = this.feeds.get(id) ?? new InstrumentFeed(id);
    this.feeds.set(id, feed);
    return feed;
  }
}
