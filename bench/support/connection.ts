/**
 * One kept-alive connection that sends a request and reads its answer. Node's own client costs more than some of the servers
 * that are measured with it, and shares the processors with them; this one reads just as much HTTP as these servers speak.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Answer = Readonly<{ status: number; head: string; body: string }>;

export class Connection {
  private received: Buffer = Buffer.alloc(0);
  private settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
  ) {
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('close', () => this.settle?.reject(new Error('The server has closed the connection.')));
    socket.on('error', () => undefined);
  }

  static async to(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket, host);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(`GET ${path} HTTP/1.1\r\n${this.head(headers)}\r\n`);
  }

  postForm(
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = new URLSearchParams(form).toString();
    return this.send(
      `POST ${path} HTTP/1.1\r\n${this.head({ 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length), ...headers })}\r\n${body}`,
    );
  }

  close(): void {
    this.socket.destroy();
  }

  private head(headers: Readonly<Record<string, string>>): string {
    return Object.entries({ host: this.host, accept: 'application/json', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  private send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed || !this.socket.writable) reject(new Error('The server has closed the connection.'));
      this.settle = { resolve, reject };
      this.socket.write(request);
    });
  }

  private read(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const endOfHead = this.received.indexOf('\r\n\r\n');
    if (endOfHead === -1) return;
    const head = this.received.toString('latin1', 0, endOfHead);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`);
    const end = endOfHead + 4 + length;
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', endOfHead + 4, end);
    this.received = this.received.subarray(end);
    const { settle } = this;
    this.settle = null;
    settle?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }
}
