import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** A message as it came in. */
export type ReceivedRequest = Readonly<{
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  at: number;
}>;

/** What a message says. */
export type Message = Readonly<{ type: string; timestamp: string; data: Readonly<Record<string, never>> }>;

export type Answer = (
  received: ReceivedRequest,
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

const content: Answer = (_received, response) => void response.writeHead(204).end();

/** A user's own server, to which webhooks lead: it keeps everything and answers as a test says. */
export async function openReceiver() {
  const received: ReceivedRequest[] = [];
  const state = { answer: content, atOnce: 0, most: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      received.push(one);
      state.most = Math.max(state.most, ++state.atOnce);
      response.on('close', () => state.atOnce--);
      void Promise.resolve(state.answer(one, response, request)).catch(() => response.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    port,
    received,
    /** How many messages were under way at once, at most. */
    most: () => state.most,
    /** From now on; without an argument it is content with everything. */
    answer: (answer: Answer = content): void => void (state.answer = answer),
    /** Waits until so many messages have come, or for the time limit; gives what has come. */
    async until(count: number, withinMs = 30_000): Promise<readonly ReceivedRequest[]> {
      const end = Date.now() + withinMs;
      while (received.length < count && Date.now() < end) await pause(5);
      return received;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Reads a message as an independent library does, which refuses what is not signed. */
export const verifySignature = ({ body, headers }: ReceivedRequest, secret: string): Message =>
  new Webhook(secret).verify(body, { ...headers }) as Message;

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (_received, response) =>
    void response.writeHead(code, headers).end(body);
