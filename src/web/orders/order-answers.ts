/* What the list of orders says of the answer to a form that it has sent. */
import { createLink, toSignInUrl } from '../page-parts.js';

/** Where nothing came back to a change. */
export const UNKNOWN_CHANGE = 'There was no answer. Look at the order before you change it again.';

/** What the page that came back says happened. */
export const describeAnswer = (page: Document): string =>
  (page.querySelector('.flash') ?? page.querySelector('.refusal') ?? page.querySelector('.lead'))?.textContent.trim() ??
  'There was no answer.';

/** The way behind which the form stands again (form-resumption.ts), or this list where there is nothing to come back to but the list. */
function findSignInUrl(page: Document): string {
  const url = page.querySelector('.person a')?.getAttribute('href') ?? '/login';
  return url === '/login' ? toSignInUrl() : url;
}

/** `page` is the 401 that came back. */
export function showSignedOut(news: HTMLElement, page: Document): void {
  news.replaceChildren(
    'Nothing was sent: you are signed out. ',
    createLink(findSignInUrl(page), 'Sign in and come back to it'),
  );
}
