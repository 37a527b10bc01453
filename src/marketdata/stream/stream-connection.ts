import { StreamSocket } from '../../http/stream-socket.js';
import type { UpgradedConnection } from '../../http/upgrade.hook.js';
import type { MarketChannel, PublishedFrames } from './market-channel.js';
import type { StreamSubscriber } from './market-data-publisher.js';
import { type SideSet, Subscription } from './subscription.js';

/**
 * A socket. While its buffer is full, only the changed sides are recorded, and the client gets the newest items when it
 * is ready: memory is bounded, however long that lasts.
 */
export class StreamConnection extends StreamSocket implements StreamSubscriber {
  readonly subscription = new Subscription();
  private readonly missed = new Map<MarketChannel, SideSet>();
  private readonly missedTexts = new Map<number, string>();

  constructor(upgraded: UpgradedConnection) {
    super(upgraded);
    this.connection.on('drain', () => this.sendMissed());
  }

  deliver(frames: Buffer, published: readonly PublishedFrames[]): void {
    if (this.missed.size === 0 && !this.isBehind) this.write(frames);
    else for (const { channel, sides } of published) this.missed.set(channel, (this.missed.get(channel) ?? 0) | sides);
  }

  sendSnapshot(frames: Buffer): void {
    this.sendMissed();
    this.write(frames);
  }

  private write(frames: Buffer): void {
    if (this.isOpen && frames.length > 0) this.connection.write(frames);
  }

  /** A status of an instrument: now, or the newest one when the client is ready. */
  sendLatest(of: number, text: string): void {
    if (this.isBehind) this.missedTexts.set(of, text);
    else this.sendText(text);
  }

  /** Missed items come before newer ones. */
  sendMissed(): void {
    for (const text of this.missedTexts.values()) this.sendText(text);
    this.missedTexts.clear();
    if (this.missed.size === 0) return;
    const frames = [...this.missed].map(([channel, sides]) => {
      // Items of ended subscriptions are dropped.
      const wanted = this.subscription.get(channel.instrumentId)?.sides ?? 0;
      return channel.replay(sides & wanted);
    });
    this.missed.clear();
    this.write(Buffer.concat(frames));
  }
}
