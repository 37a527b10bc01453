import { administrationPages } from '../http/administration.page.js';
import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { figure, text } from '../http/table.page.js';
import { weekEnd, weekMinute } from './hours-in-words.js';
import { facts } from './instrument.page.js';
import type { ProductView } from './product.view.js';

/** One product: its steps, what they are worth, and its hours. */
export function productPage(product: ProductView, visit: Visit): PageContent {
  const { id, symbol, name, group_id: groupId } = product;
  return {
    title: `${symbol}, ${name}`,
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/products">All products</a></p>
<h1>${name}</h1>
${visit.isAdministrator && administrationPages(visit.path)}
<p class="lead"><code>${symbol}</code>, ${product.instrument_type.toLowerCase()} in <a href="/productgroups/${groupId}">${visit.named('product_group_id', groupId)}</a></p>
${visit.isAdministrator && html`<p class="actions"><a class="button" href="/products/${id}/change">Change …</a> <a class="button" href="/instruments/new?product_id=${id}">List an instrument …</a></p>`}
<table class="facts"><tbody>
${facts([
  ['Tick size', figure(product.tick_size)],
  ['Tick value', figure(product.tick_value)],
  ['Multiplier', figure(product.multiplier)],
  ['Display factor', figure(product.display_factor)],
  ['Settled', text(product.settlement_style === 'Cash' ? 'in cash' : 'by delivery')],
  ['Largest order', figure(product.max_order_quantity)],
  ['Prices of zero and below', text(product.allow_negative_prices ? 'exist' : 'do not exist')],
  [
    'Hours of a week',
    html`<ul>${product.session_start_times.map((start, index) => html`<li>${weekMinute(start)} – ${weekEnd(product.session_end_times[index] ?? start)}</li>`)}</ul>`,
  ],
  ['Id', html`<code>${id}</code>`],
  ['Version', html`${product.version}`],
])}</tbody></table>
<p><a href="/instruments?product_id=${id}">All instruments of ${symbol}</a></p>
</article>`,
  };
}
