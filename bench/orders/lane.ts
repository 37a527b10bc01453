/**
 * One kept-alive connection that posts to one endpoint. It writes as little and reads as little as it can: who sends the load shares
 * the processors with who is measured, so what it saves, both sides of a ratio gain.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type LoadEndpoint = Readonly<{ url: string; path: string; token: string }>;

const EMPTY: Buffer = Buffer.alloc(0);

export class Lane {
  private received = EMPTY;
  private heard: ((status: number, body: string) => void) | null = null;
  private hasEnded = false;
  private readonly head: string;

  private constructor(
    private readonly socket: Socket,
    { url, path, token }: LoadEndpoint,
  ) {
    this.head = `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\naccept: application/json\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: `;
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.hasEnded = true;
      this.answer(0, '');
    });
  }

  static async to(endpoint: LoadEndpoint): Promise<Lane> {
    const { hostname, port } = new URL(endpoint.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Lane(socket, endpoint);
  }

  /** False once the service has closed the connection, also while it was idle. */
  get isOpen(): boolean {
    return !this.hasEnded;
  }

  /** Sends a body of ASCII; the callback is called once. A connection that ends, or has ended, answers with the status 0. */
  post(body: string, onResponse: (status: number, body: string) => void): void {
    this.heard = onResponse;
    if (this.hasEnded) {
      setImmediate(() => this.answer(0, ''));
      return;
    }
    this.socket.write(`${this.head}${body.length}\r\n\r\n${body}`, 'latin1');
  }

  close(): void {
    this.heard = null;
    this.socket.destroy();
  }

  private answer(status: number, body: string): void {
    const { heard } = this;
    this.heard = null;
    heard?.(status, body);
  }

  private read(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const endOfHead = this.received.indexOf('\r\n\r\n');
    if (endOfHead === -1) return;
    const head = this.received.toString('latin1', 0, endOfHead);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`);
    const end = endOfHead + 4 + length;
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', endOfHead + 4, end);
    this.received = this.received.length === end ? EMPTY : this.received.subarray(end);
    this.answer(Number(head.slice(9, 12)), body);
  }
}
