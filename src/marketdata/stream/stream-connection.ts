import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { MarketChannel, PublishedFrames } from './market-channel.js';
import { type CloseReason, closeCodes } from './close-codes.js';
import type { StreamSubscriber } from './market-data-publisher.js';
import type { SideSet } from './side-set.js';
import { BACKLOG_BYTES } from './stream-limits.js';
import { Subscription } from './subscription.js';

/** How long a subscriber may take to answer the close. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * One socket. While more waits for its reader than they take, only which sides have changed is kept of them, and they get the newest of
 * each when they are ready: what they cost is bounded, however long that lasts.
 */
export class StreamConnection implements StreamSubscriber {
  readonly subscription = new Subscription();
  private readonly missed = new Map<MarketChannel, SideSet>();
  private readonly missedTexts = new Map<number, string>();
  private isAlive = true;
  /** What of the last heartbeat's time had gone to the reader's side of the connection. */
  private bytesTaken = 0;

  constructor(
    private readonly frames: WebSocket,
    private readonly connection: Socket,
  ) {
    connection.on('drain', () => this.sendMissed());
    frames.on('pong', () => (this.isAlive = true));
  }

  get isOpen(): boolean {
    return this.frames.readyState === WebSocket.OPEN;
  }

  /** More waits than they should have to take at once. */
  get isBehind(): boolean {
    return this.connection.writableLength > BACKLOG_BYTES;
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

  sendText(text: string): void {
    if (this.isOpen) this.frames.send(text);
  }

  /** Of an instrument, and no item of it: now, or the newest of it when they are ready. */
  sendLatest(of: number, text: string): void {
    if (this.isBehind) this.missedTexts.set(of, text);
    else this.sendText(text);
  }

  /** Resolves when the reader takes again what is sent. */
  async waitForDrain(): Promise<void> {
    if (!this.isBehind || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.connection.once('drain', resolve).once('close', resolve);
    });
  }

  /** A subscriber who has neither answered the last heartbeat nor read anything of what was waiting is gone. */
  sendHeartbeat(): void {
    const { writableLength, bytesWritten } = this.connection;
    const bytesTaken = bytesWritten - writableLength;
    const isTaking = writableLength > 0 && bytesTaken > this.bytesTaken;
    if (!this.isAlive && !isTaking) {
      this.frames.terminate();
      return;
    }
    this.isAlive = false;
    this.bytesTaken = bytesTaken;
    if (this.isOpen) this.frames.ping();
  }

  /** They have spoken. */
  markAlive(): void {
    this.isAlive = true;
  }

  close(reason: CloseReason): void {
    const [code, closeText] = closeCodes[reason];
    this.frames.close(code, closeText);
    setTimeout(() => this.frames.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** What was missed, before anything newer. */
  sendMissed(): void {
    for (const text of this.missedTexts.values()) this.sendText(text);
    this.missedTexts.clear();
    if (this.missed.size === 0) return;
    const frames = [...this.missed].map(([channel, sides]) => {
      // What they have given up meanwhile does not concern them any more.
      const wanted = this.subscription.get(channel.instrumentId)?.sides ?? 0;
      return channel.replay(sides & wanted);
    });
    this.missed.clear();
    this.write(Buffer.concat(frames));
  }
}
