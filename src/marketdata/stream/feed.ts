/**
 * Who reads what, and what leaves next. Readers with the same subscription are one profile: what leaves at a moment is put together
 * once for all of them.
 *
 * Ordering: nothing is written to a reader out of turn. While a round is under way nobody's subscription changes: whoever wants to
 * change one has the round finished first.
 */
import type { State } from '../../engine/state.js';
import type { Channel, Published } from './channel.js';
import { InstrumentFeed } from './instrument-feed.js';
import { sidesOf } from './sides.js';
import type { StreamMessage } from './stream-message.js';
import type { StatusListener } from './status-feed.js';
import type { Subscription } from './subscription.js';

/** Somebody who reads. */
export type Reader = Readonly<{
  /** False from the moment at which they leave. */
  isOpen: boolean;
  subscription: Subscription;
  /** What has just left: to be written now, or the newest of it later. */
  give(frames: Buffer, published: readonly Published[]): void;
  /** To be written in its turn, after what was missed until now. */
  show(frames: Buffer): void;
  /** Before what they read changes: what they missed of it until now. */
  catchUp(): void;
}> &
  StatusListener;

type Profile = Readonly<{ key: string; channels: ReadonlyMap<number, Channel>; readers: Set<Reader> }>;
type Subscribe = Extract<StreamMessage, { type: 'subscribe' }>;

/** Readers that are written to before others get a turn. */
const READERS_AT_ONCE = 64;

export class Feed {
  private readonly instruments = new Map<number, InstrumentFeed>();
  private readonly profiles = new Map<string, Profile>();
  private readonly readersIn = new Map<Channel, Set<Profile>>();
  private readonly profileOf = new Map<Reader, Profile>();
  private readonly changed = new Set<InstrumentFeed>();

  get hasNews(): boolean {
    return this.changed.size > 0;
  }

  /** These have changed, and the books are what is written. */
  note(instrumentIds: Iterable<number>, { instruments }: State): void {
    for (const id of instrumentIds) {
      const feed = this.instruments.get(id);
      const instrument = instruments.get(id);
      if (!feed || !instrument) continue;
      feed.keep(instrument);
      this.changed.add(feed);
    }
  }

  /** Everything that has changed leaves, each time to some readers. */
  *publish(): Generator<void> {
    const published = [...this.changed].flatMap((feed) => feed.publish());
    this.changed.clear();
    yield* this.leave(published);
  }

  /** Something may have happened that nobody was told of: everybody sees everything anew. */
  *restart({ instruments }: State): Generator<void> {
    this.changed.clear();
    const published = [...this.instruments].flatMap(([id, feed]) => {
      const instrument = instruments.get(id);
      if (!instrument) return [];
      feed.keep(instrument);
      return feed.restart();
    });
    yield* this.leave(published);
  }

  /** Sides come to those that the reader has; they are shown first as they are now. The books are what is written, and nothing waits to leave. */
  subscribe(reader: Reader, { instrumentIds, sides, levels }: Subscribe, { instruments }: State): void {
    const more = { sides: sidesOf(sides), levels: sides.some((side) => side.endsWith('Depth')) ? levels : 0 };
    for (const id of instrumentIds) {
      const instrument = instruments.get(id);
      if (instrument) this.feedOf(id).keep(instrument, more);
      reader.subscription.add(id, more);
    }
    const profile = this.settle(reader);
    reader.show(Buffer.concat(instrumentIds.flatMap((id) => profile?.channels.get(id)?.snapshot(sides) ?? [])));
  }

  unsubscribe(reader: Reader, message: Exclude<StreamMessage, Subscribe>): void {
    if (message.type === 'unsubscribe_all') reader.subscription.clear();
    else for (const id of message.instrumentIds) reader.subscription.remove(id, sidesOf(message.sides));
    this.settle(reader);
  }

  /** To what they read before. */
  goBack(reader: Reader, before: ReturnType<Subscription['entries']>): void {
    reader.subscription.restore(before);
    this.settle(reader);
  }

  leaveAlone(reader: Reader): void {
    reader.subscription.clear();
    this.settle(reader);
  }

  private *leave(published: readonly Published[]): Generator<void> {
    const rounds = new Map<Profile, Published[]>();
    for (const one of published) {
      for (const profile of this.readersIn.get(one.channel) ?? [])
        rounds.set(profile, [...(rounds.get(profile) ?? []), one]);
    }
    let served = 0;
    for (const [profile, news] of rounds) {
      const frames = Buffer.concat(news.map((one) => one.frames));
      for (const reader of profile.readers) {
        reader.give(frames, news);
        served += 1;
        if (served % READERS_AT_ONCE === 0) yield;
      }
    }
  }

  /** The reader goes from where they were to those who want the same. */
  private settle(reader: Reader): Profile | null {
    reader.catchUp();
    const before = this.profileOf.get(reader);
    const after = reader.subscription.size === 0 ? null : this.profile(reader.subscription);
    if (before === after) return after;
    after?.readers.add(reader);
    if (after) this.profileOf.set(reader, after);
    else this.profileOf.delete(reader);
    before?.readers.delete(reader);
    if (before?.readers.size === 0) this.dissolve(before);
    return after;
  }

  private profile(subscription: Subscription): Profile {
    const key = subscription.key();
    const known = this.profiles.get(key);
    if (known) return known;
    const channels = new Map(subscription.entries().map(([id, wanted]) => [id, this.feedOf(id).channel(wanted)]));
    const profile = { key, channels, readers: new Set<Reader>() };
    this.profiles.set(key, profile);
    for (const channel of channels.values()) {
      const profiles = this.readersIn.get(channel) ?? new Set();
      this.readersIn.set(channel, profiles.add(profile));
    }
    return profile;
  }

  private dissolve(profile: Profile): void {
    this.profiles.delete(profile.key);
    for (const [id, channel] of profile.channels) {
      const profiles = this.readersIn.get(channel);
      profiles?.delete(profile);
      if (profiles && profiles.size > 0) continue;
      this.readersIn.delete(channel);
      if (this.instruments.get(id)?.drop(channel) === true) this.instruments.delete(id);
    }
  }

  private feedOf(id: number): InstrumentFeed {
    const feed = this.instruments.get(id) ?? new InstrumentFeed(id);
    this.instruments.set(id, feed);
    return feed;
  }
}
