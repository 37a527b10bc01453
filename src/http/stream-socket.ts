import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { EndReason } from '../access/stream-leases.service.js';
import type { UpgradedConnection } from './upgrade.hook.js';

/** Close codes (RFC 6455 §7.4). Those from 4400 on are application codes, numbered like HTTP statuses. */
const closeCodes = {
  stopping: [1001, 'the service stops'],
  failed: [1011, 'the fault is ours'],
  malformed: [4400, 'a message was not JSON'],
  expired: [4401, 'the token has expired'],
  revoked: [4403, 'the token was revoked'],
  resumed: [4409, 'the session was resumed on another connection'],
  tooMany: [4429, 'too many messages'],
  tooMuch: [4429, 'too many items were asked for'],
} as const satisfies Readonly<Record<EndReason, readonly [number, string]>> &
  Readonly<Record<string, readonly [number, string]>>;

export type CloseReason = keyof typeof closeCodes;

/** The time limit for the client's close frame. */
const CLOSE_TIMEOUT_MS = 1_000;
/** The maximum pending bytes per client in this process; beyond it the client is not served further. */
const BACKLOG_BYTES = 262_144;

const FINAL_TEXT = 0x81;

/**
 * A whole WebSocket frame in one buffer. Frames of a server are not masked, so every client gets the same bytes (RFC
 * 6455 §5.2).
 */
export function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** A WebSocket of a stream: its heartbeats, its backlog and its end. */
export class StreamSocket {
  readonly webSocket: WebSocket;
  protected readonly connection: Socket;
  private isAlive = true;
  /** The share of the last heartbeat interval that was spent sending. */
  private bytesTaken = 0;

  constructor({ webSocket, connection }: UpgradedConnection) {
    [this.webSocket, this.connection] = [webSocket, connection];
    webSocket.on('pong', () => (this.isAlive = true));
    webSocket.on('message', () => (this.isAlive = true));
    // The library closes the socket for protocol errors and messages that are too big, with the code of RFC 6455.
    webSocket.on('error', () => undefined);
  }

  get isOpen(): boolean {
    return this.webSocket.readyState === WebSocket.OPEN;
  }

  /** More is pending than the client should receive at once. */
  get isBehind(): boolean {
    return this.connection.writableLength > BACKLOG_BYTES;
  }

  sendText(text: string): void {
    if (this.isOpen) this.connection.write(encodeTextFrame(text));
  }

  /** Resolves when the client reads again. */
  async waitForDrain(): Promise<void> {
    if (!this.isBehind || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        this.connection.off('drain', settle).off('close', settle);
        resolve();
      };
      this.connection.on('drain', settle).on('close', settle);
    });
  }

  /** A client that neither answered the last heartbeat nor read anything pending is disconnected. */
  sendHeartbeat(): void {
    const { writableLength, bytesWritten } = this.connection;
    const bytesTaken = bytesWritten - writableLength;
    const isTaking = writableLength > 0 && bytesTaken > this.bytesTaken;
    if (!this.isAlive && !isTaking) {
      this.webSocket.terminate();
      return;
    }
    this.isAlive = false;
    this.bytesTaken = bytesTaken;
    if (this.isOpen) this.webSocket.ping();
  }

  close(reason: CloseReason): void {
    const [code, closeText] = closeCodes[reason];
    this.webSocket.close(code, closeText);
    setTimeout(() => this.webSocket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }
}
