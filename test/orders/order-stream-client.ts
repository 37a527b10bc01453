import { once } from 'node:events';
import { WebSocket } from 'ws';
import { asyncApiOf } from '../support/asyncapi.js';

/** An answer of the order stream; `body` is that of the HTTP response. */
export type StreamAnswer = Readonly<{
  id: string | null;
  status: number;
  replayed?: true;
  retry_after?: number;
  body: OrderResult & OrderResult[];
}>;

type OrderResult = Readonly<{
  id: number;
  status: string | number;
  code?: string;
  detail?: string;
  errors?: readonly Readonly<{ pointer: string; message: string }>[];
  order: Readonly<{ id: number; status: string; client_order_id: string | null }>;
}>;

export type ResumedMessage = Readonly<{
  type: 'resumed';
  session: string;
  known: boolean;
  actions_url?: string;
  results: readonly (Partial<StreamAnswer> & Readonly<{ id: string; outcome: string; action_ids?: number[] }>)[];
}>;

type SessionMessage = Readonly<{
  type: 'session';
  session: string;
  cancel_on_disconnect: boolean;
  max_in_flight: number;
}>;

type ServiceMessage = SessionMessage | ResumedMessage | Readonly<{ type: 'answers'; answers: readonly StreamAnswer[] }>;

type Options = Readonly<{ as?: string; ticket?: string; cancelOnDisconnect?: boolean }>;

const WAIT_MS = 30_000;

const asyncApi = asyncApiOf('/orderactions/stream');

/** A client of `/orderactions/stream`; it fails at a message that docs/asyncapi.json does not describe. */
export async function openOrderStream(url: string, { as, ticket, cancelOnDisconnect }: Options) {
  const query = new URLSearchParams({
    ...(ticket !== undefined && { ticket }),
    ...(cancelOnDisconnect !== undefined && { cancel_on_disconnect: String(cancelOnDisconnect) }),
  });
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/orderactions/stream?${query.toString()}`, {
    headers: { ...(as !== undefined && { authorization: `Bearer ${as}` }) },
  });
  const messages: ServiceMessage[] = [];
  const texts: string[] = [];
  const listeners = new Set<() => void>();
  let fault: string | null = null;
  socket.on('message', (data: Buffer) => {
    texts.push(data.toString());
    const message = JSON.parse(data.toString()) as ServiceMessage;
    fault ??= asyncApi.findFaultOfService(message);
    messages.push(message);
    for (const listener of listeners) listener();
  });
  const closed = new Promise<Readonly<{ code: number; reason: string }>>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
    });
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);

  const find = <Found>(look: () => Found | undefined, what: string): Promise<Found> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error(`No ${what} arrived; the last messages are ${texts.slice(-3).join('\n')}`));
      }, WAIT_MS);
      const check = (): void => {
        const found = look();
        if (found === undefined && fault === null) return;
        clearTimeout(late);
        listeners.delete(check);
        if (found === undefined || fault !== null) reject(new Error(`Not described: ${fault}`));
        else resolve(found);
      };
      listeners.add(check);
      check();
    });
  const answers = (): StreamAnswer[] =>
    messages.flatMap((message) => (message.type === 'answers' ? message.answers : []));
  const answerTo = (id: string | null): Promise<StreamAnswer> =>
    find(() => answers().find((answer) => answer.id === id), `answer to ${id}`);
  const say = (message: object | string | Buffer): void => {
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  };

  return {
    ...{ socket, messages, texts, closed, answers, answerTo, say },
    session: await find(() => messages.find((message) => message.type === 'session'), 'session'),
    /** The answers, once there are as many. */
    answered: (count: number): Promise<StreamAnswer[]> =>
      find(() => (answers().length >= count ? answers() : undefined), `${count} answers`),
    /** Resolves when everything said so far has arrived: the service answers a ping after the messages before it. */
    arrived: async (): Promise<void> => {
      const answered = once(socket, 'pong');
      socket.ping();
      await answered;
    },
    ask: (id: string, action: object): Promise<StreamAnswer> => {
      say({ id, ...('actions' in action ? action : { action }) });
      return answerTo(id);
    },
    resume: (session: string, requests: readonly object[], more: object = {}): Promise<ResumedMessage> => {
      const before = messages.length;
      say({ type: 'resume', session, requests, ...more });
      return find(() => messages.slice(before).find((message) => message.type === 'resumed'), 'resumed');
    },
    close: async (): Promise<void> => {
      socket.terminate();
      await closed;
    },
  };
}

export type OrderStreamClient = Awaited<ReturnType<typeof openOrderStream>>;
