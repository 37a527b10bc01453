/* A session that ended and began again in another window: a page goes on with it, without being loaded again. */
import { loadPage } from '../page-parts.js';

const TOKENS = 'input[name="form_token"]';

const readPerson = (page: Document): string =>
  `${page.querySelector('.person p')?.textContent ?? ''} ${page.documentElement.hasAttribute('data-acting')}`;

/** Takes over what forms send of the session that there is now. False where there is none, or it is that of another user, or of other acting. */
export async function takeNewSession(): Promise<boolean> {
  const page = await loadPage(location.href);
  const token = page?.querySelector<HTMLInputElement>(TOKENS)?.value;
  if (!page || token === undefined || readPerson(page) !== readPerson(document)) return false;
  for (const field of document.querySelectorAll<HTMLInputElement>(TOKENS)) field.value = token;
  return true;
}
