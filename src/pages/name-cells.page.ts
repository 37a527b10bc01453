import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** The longest host that fits the narrowest cell. */
const HOST_MAX = 18;

/** In a narrow cell an email is broken behind its “@” first, and before a dot of its name, or of a host that is too long for a line. */
export function renderBreakableEmail(email: string): Html {
  const at = email.lastIndexOf('@') + 1;
  const [name, host] = [email.slice(0, at), email.slice(at)];
  const parts = [...splitAtDots(name), ...(host.length > HOST_MAX ? splitAtDots(host) : [host])];
  return html`${parts.map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}

/** A longer email takes more than two lines of a cell. */
const EMAIL_MAX = 44;

/** Attributes of an element with a long email: it is cut after two lines (cards.css), and its title has the whole. */
export const cutLongEmail = (email: string, classes = ''): Html => {
  const names = [classes, email.length > EMAIL_MAX ? 'cut' : ''].filter((name) => name !== '').join(' ');
  return html`${names !== '' && html` class="${names}"`}${email.length > EMAIL_MAX && html` title="${email}"`}`;
};

const splitAtDots = (text: string): readonly string[] => text.split(/(?=\.)/);

/** An account in a list: many have the same name. Administrators see the owner. */
export function renderAccountCell(
  id: number,
  { getName, isAdministrator }: Pick<PageContext, 'getName' | 'isAdministrator'>,
): Html {
  const name = getName('acct_id', id);
  if (name === String(id)) return html`<a href="/accounts/${id}">account ${id}</a>`;
  const owner = isAdministrator ? getName('acct_owner_email', id) : '';
  return html`<span class="who"><a href="/accounts/${id}">${name}</a><br><span${cutLongEmail(owner, 'none')}>account ${id}${owner !== '' && html`, ${renderBreakableEmail(owner)}`}</span></span>`;
}

/** An instrument in a list, by symbol and name, with the link to its page. */
export function renderInstrumentCell(id: number, { getName }: Pick<PageContext, 'getName'>): Html {
  const [symbol, name] = [getName('instrument_id', id), getName('instrument_name', id)];
  const hasName = ![symbol, String(id), ''].includes(name);
  return html`<span class="named"><a href="/desk/${id}">${symbol}</a>${hasName && html`<br><span class="none">${name}</span>`}</span>`;
}
