import type { Page } from 'playwright-core';

/** Whose page a window shows, and what went wrong in it. */
type Listener = { home: string; complaints: string[] };

const listeners = new WeakMap<Page, Listener>();

/** Begins to note what the console of a window complains of, and what it asks others than `home` for. */
export function listen(page: Page, home: string): string[] {
  const complaints: string[] = [];
  const known = listeners.get(page);
  if (known) Object.assign(known, { home, complaints });
  else attach(page, { home, complaints });
  return complaints;
}

function attach(page: Page, listener: Listener): void {
  listeners.set(page, listener);
  const complain = (complaint: string): void => void listener.complaints.push(complaint);
  page.on('console', (message) => {
    // An error page is itself an answer of 400 and more; the browser logs that it got one.
    const isOwnStatus = message.location().url === page.url() && message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) complain(message.text());
  });
  page.on('pageerror', (error) => complain(String(error)));
  page.on('requestfailed', (request) => {
    // What a page's script asks for, a module that it imports included, and a font that it preloads end where the page does.
    const isLeft =
      ['eventsource', 'fetch', 'font', 'script'].includes(request.resourceType()) &&
      request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isLeft) complain(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== listener.home)
      complain(`elsewhere: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      complain(`${response.status()}: ${response.url()}`);
  });
}
