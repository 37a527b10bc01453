import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** An instrument in a list, by symbol and name, with the link to its page. */
export function renderInstrumentCell(id: number, { getName }: Pick<PageContext, 'getName'>): Html {
  const [symbol, name] = [getName('instrument_id', id), getName('instrument_name', id)];
  const hasName = ![symbol, String(id), ''].includes(name);
  return html`<span class="named"><a href="/desk/${id}">${symbol}</a>${hasName && html`<br><span class="none">${name}</span>`}</span>`;
}
