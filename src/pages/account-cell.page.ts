import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** In a narrow cell an email is broken behind its “@” and before a dot first. */
export const renderBreakableEmail = (email: string): Html =>
  html`${email.split(/(?<=@)|(?=\.)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;

/** An account in a list: many have the same name. Administrators see the owner. */
export function renderAccountCell(
  id: number,
  { getName, isAdministrator }: Pick<PageContext, 'getName' | 'isAdministrator'>,
): Html {
  const name = getName('acct_id', id);
  if (name === String(id)) return html`<a href="/accounts/${id}">account ${id}</a>`;
  return html`<span class="who"><a href="/accounts/${id}">${name}</a><br><span class="none">account ${id}${isAdministrator && html`, ${renderBreakableEmail(getName('acct_owner_email', id))}`}</span></span>`;
}
