import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { MarketChannel, PublishedFrames } from './market-channel.js';
import type { StreamSubscriber } from './market-data-publisher.js';
import { type SideSet, Subscription } from './subscription.js';
import { BACKLOG_BYTES } from './stream-limits.js';
import type { EndReason } from '../../access/stream-leases.service.js';

/** Close codes (RFC 6455 §7.4). Those from 4400 on are application codes, numbered like HTTP statuses. */
const closeCodes = {
  stopping: [1001, 'the service stops'],
  failed: [1011, 'the fault is ours'],
  malformed: [4400, 'a message was not JSON'],
  expired: [4401, 'the token has expired'],
  revoked: [4403, 'the token was revoked'],
  tooMany: [4429, 'too many messages'],
  tooMuch: [4429, 'too many items were asked for'],
} as const satisfies Readonly<Record<EndReason, readonly [number, string]>> &
  Readonly<Record<string, readonly [number, string]>>;

type CloseReason = keyof typeof closeCodes;

/** The time limit for the client's close frame. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * A socket. While its buffer is full, only the changed sides are recorded, and the client gets the newest items when it
 * is ready: memory is bounded, however long that lasts.
 */
export class StreamConnection implements StreamSubscriber {
  readonly subscription = new Subscription();
  private readonly missed = new Map<MarketChannel, SideSet>();
  private readonly missedTexts = new Map<number, string>();
  private isAlive = true;
  /** The share of the last heartbeat interval that was spent sending. */
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

  /** More is pending than the client should receive at once. */
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

  /** A status of an instrument: now, or the newest one when the client is ready. */
  sendLatest(of: number, text: string): void {
    if (this.isBehind) this.missedTexts.set(of, text);
    else this.sendText(text);
  }

  /** Resolves when the client reads again. */
  async waitForDrain(): Promise<void> {
    if (!this.isBehind || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.connection.once('drain', resolve).once('close', resolve);
    });
  }

  /** A client that neither answered the last heartbeat nor read anything pending is disconnected. */
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
