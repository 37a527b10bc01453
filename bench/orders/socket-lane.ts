/** One connection to the order stream with several messages in flight, for the same load as a lane over HTTP. */
import type { Socket } from 'node:net';
import { connectWebSocket, frameAt, masked } from '../support/web-socket.js';
import type { LoadEndpoint } from './lane.js';

type OnResponse = (status: number, body: string) => void;

const TEXT = 0x1;
const PONG = 0xa;
const PING_HEAD = 0x89;
const EMPTY: Buffer = Buffer.alloc(0);
const ANSWER = /\{"id":"(\d+)","status":(\d+)(?:,"\w+":\w+)*,"body":/g;

export class SocketLane {
  private received = EMPTY;
  private readonly unanswered = new Map<string, OnResponse>();
  private outgoing: Buffer[] = [];
  private lastId = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('close', () => {
      for (const onResponse of this.unanswered.values()) onResponse(0, '');
    });
  }

  static async to({ url, path, token }: LoadEndpoint): Promise<SocketLane> {
    return new SocketLane(await connectWebSocket({ url, path: `${path}/stream`, token }));
  }

  /** The body of a request over HTTP: an action, or an object with a list. */
  post(body: string, onResponse: OnResponse): void {
    const id = String(++this.lastId);
    this.unanswered.set(id, onResponse);
    const isList = body.startsWith('{"actions":');
    const message = isList ? `{"id":"${id}",${body.slice(1)}` : `{"id":"${id}","action":${body}}`;
    if (this.outgoing.length === 0) queueMicrotask(() => this.flush());
    this.outgoing.push(masked(TEXT, message));
  }

  close(): void {
    this.unanswered.clear();
    this.socket.destroy();
  }

  /** What is sent in one turn leaves at once. */
  private flush(): void {
    this.socket.write(Buffer.concat(this.outgoing));
    this.outgoing = [];
  }

  private read(chunk: Buffer): void {
    const bytes = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    let at = 0;
    for (let frame = frameAt(bytes, at); frame !== null; frame = frameAt(bytes, at)) {
      const text = bytes.toString('latin1', frame.from, frame.end);
      if (bytes[at] === PING_HEAD) this.socket.write(masked(PONG, text));
      else this.answer(text);
      at = frame.end;
    }
    this.received = at === bytes.length ? EMPTY : bytes.subarray(at);
  }

  private answer(text: string): void {
    const answers = [...text.matchAll(ANSWER)];
    answers.forEach((answer, n) => {
      const [head, id = '', status] = answer;
      // A comma follows before the next answer, and the ends of the answer and of the list after the last.
      const end = (answers[n + 1]?.index ?? text.length - 2) - 2;
      const onResponse = this.unanswered.get(id);
      this.unanswered.delete(id);
      onResponse?.(Number(status), text.slice(answer.index + head.length, end + 1));
    });
  }
}
