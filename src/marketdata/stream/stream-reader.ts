import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Channel, Published } from './channel.js';
import { type CloseCause, closeCodes } from './close-codes.js';
import type { Reader } from './feed.js';
import type { Sides } from './sides.js';
import { BACKLOG_BYTES } from './stream-limits.js';
import { Subscription } from './subscription.js';

/** How long a reader may take to answer that they are told goodbye. */
const GOODBYE_MS = 1_000;

/**
 * One socket. While more waits for its reader than they take, only which sides have changed is kept of them, and they get the newest of
 * each when they are ready: what they cost is bounded, however long that lasts.
 */
export class StreamReader implements Reader {
  readonly subscription = new Subscription();
  private readonly missed = new Map<Channel, Sides>();
  private readonly missedTexts = new Map<number, string>();
  private isThere = true;
  /** What of the last heartbeat's time had gone to the reader's side of the connection. */
  private gone = 0;

  constructor(
    private readonly frames: WebSocket,
    private readonly connection: Socket,
  ) {
    connection.on('drain', () => this.catchUp());
    frames.on('pong', () => (this.isThere = true));
  }

  get isOpen(): boolean {
    return this.frames.readyState === WebSocket.OPEN;
  }

  /** More waits than they should have to take at once. */
  get isBehind(): boolean {
    return this.connection.writableLength > BACKLOG_BYTES;
  }

  give(frames: Buffer, published: readonly Published[]): void {
    if (this.missed.size === 0 && !this.isBehind) this.write(frames);
    else for (const { channel, sides } of published) this.missed.set(channel, (this.missed.get(channel) ?? 0) | sides);
  }

  show(frames: Buffer): void {
    this.catchUp();
    this.write(frames);
  }

  private write(frames: Buffer): void {
    if (this.isOpen && frames.length > 0) this.connection.write(frames);
  }

  say(text: string): void {
    if (this.isOpen) this.frames.send(text);
  }

  /** Of an instrument, and no item of it: now, or the newest of it when they are ready. */
  sayNewest(of: number, text: string): void {
    if (this.isBehind) this.missedTexts.set(of, text);
    else this.say(text);
  }

  /** Resolves when the reader takes again what is sent. */
  async untilTaken(): Promise<void> {
    if (!this.isBehind || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.connection.once('drain', resolve).once('close', resolve);
    });
  }

  /** Whoever has neither answered the last heartbeat nor taken anything of what was waiting for them is not there any more. */
  beat(): void {
    const { writableLength, bytesWritten } = this.connection;
    const gone = bytesWritten - writableLength;
    const takes = writableLength > 0 && gone > this.gone;
    if (!this.isThere && !takes) {
      this.frames.terminate();
      return;
    }
    this.isThere = false;
    this.gone = gone;
    if (this.isOpen) this.frames.ping();
  }

  /** They have spoken. */
  isHeard(): void {
    this.isThere = true;
  }

  close(cause: CloseCause): void {
    const [code, reason] = closeCodes[cause];
    this.frames.close(code, reason);
    setTimeout(() => this.frames.terminate(), GOODBYE_MS).unref();
  }

  /** What was missed, before anything newer. */
  catchUp(): void {
    for (const text of this.missedTexts.values()) this.say(text);
    this.missedTexts.clear();
    if (this.missed.size === 0) return;
    const frames = [...this.missed].map(([channel, sides]) => {
      // What they have given up meanwhile does not concern them any more.
      const wanted = this.subscription.of(channel.instrumentId)?.sides ?? 0;
      return channel.again(sides & wanted);
    });
    this.missed.clear();
    this.write(Buffer.concat(frames));
  }
}
