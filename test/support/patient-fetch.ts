import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const WITHIN_MS = 20_000;
/** Tests are in more of a hurry than clients. */
const PAUSE_MOST_MS = 1_000;

/** The requests on a connection that has answered an earlier one, and the errors that ended such requests; undici names both in its channels. */
const repeated = new WeakSet();
const endOfKept = new WeakSet();

subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: object; socket: Socket };
  if (socket.bytesRead > 0) repeated.add(request);
});
subscribe('undici:request:error', (message) => {
  const { request, error } = message as { request: object; error: object };
  if (repeated.has(request)) endOfKept.add(error);
});

/**
 * A connection that was kept may have been closed when the next request is on its way: what only reads is asked once more, as browsers do
 * it. A connection that was cut before its first answer is an error.
 */
export async function fetchAgain(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    const isCut = cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET';
    if ((init.method ?? 'GET') !== 'GET' || !isCut || !endOfKept.has(cause)) throw error;
    return await fetch(url, init);
  }
}

/** As a client that is to get its answer: while the service is busy (503), it asks again after the time of `Retry-After`. */
export async function fetchPatiently(
  url: string,
  init: RequestInit,
  until = performance.now() + WITHIN_MS,
): Promise<Response> {
  const response = await fetchAgain(url, init);
  const pauseMs = Math.min(Number(response.headers.get('retry-after') ?? 1) * 1_000, PAUSE_MOST_MS);
  if (response.status !== 503 || performance.now() + pauseMs > until) return response;
  await response.text();
  await pause(pauseMs);
  return fetchPatiently(url, init, until);
}
