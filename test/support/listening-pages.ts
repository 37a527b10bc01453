import type { Page } from 'playwright-core';

/** Of each page, whether it hears events by now, and who waits for that. */
type Hearing = { isOpen: boolean; tell: () => void };

const known = new WeakMap<Page, Hearing>();

/** Takes down when a page begins to hear events, and that it begins anew with another document. */
export function recordStreams(page: Page): void {
  const hearing: Hearing = { isOpen: false, tell: () => undefined };
  known.set(page, hearing);
  page.on('request', (request) => {
    if (request.isNavigationRequest()) hearing.isOpen = false;
  });
  // The service has found the place from which on it tells everything before it answers at all.
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/events' || !response.ok()) return;
    hearing.isOpen = true;
    hearing.tell();
  });
}

/** Waits until whatever happens from now on is asked to the page: it is there some moments before. */
export async function hasOpenStream(page: Page): Promise<void> {
  const hearing = known.get(page);
  if (!hearing) throw new TypeError('nobody has taken down what this page hears');
  if (hearing.isOpen) return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${page.url()} does not listen`)), LISTENS_WITHIN_MS);
    hearing.tell = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

const LISTENS_WITHIN_MS = 60_000;
