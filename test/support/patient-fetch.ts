import { setTimeout as pause } from 'node:timers/promises';

const WITHIN_MS = 20_000;
/** Tests are in more of a hurry than clients. */
const PAUSE_MOST_MS = 1_000;

/** A connection that was kept may have been closed when the next request is on its way: what only reads is asked once more, as browsers do it. */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if ((init.method ?? 'GET') !== 'GET' || (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET')) throw error;
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
