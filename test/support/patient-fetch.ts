import { setTimeout as pause } from 'node:timers/promises';

const WITHIN_MS = 20_000;
/** Tests are in more of a hurry than clients. */
const PAUSE_MOST_MS = 1_000;

/** As a client that is to get its answer: while the service is busy (503), it asks again after the time of `Retry-After`. */
export async function fetchPatiently(
  url: string,
  init: RequestInit,
  until = performance.now() + WITHIN_MS,
): Promise<Response> {
  const response = await fetch(url, init);
  const pauseMs = Math.min(Number(response.headers.get('retry-after') ?? 1) * 1_000, PAUSE_MOST_MS);
  if (response.status !== 503 || performance.now() + pauseMs > until) return response;
  await response.text();
  await pause(pauseMs);
  return fetchPatiently(url, init, until);
}
