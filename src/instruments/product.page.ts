import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import { html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderNumber, renderText } from '../pages/table.page.js';
import { formatWeekEnd, formatWeekMinute } from './session-hours-text.js';
import { renderFacts } from './instrument.page.js';
import type { ProductView } from './product.view.js';
import { INSTRUMENT_TYPES } from './reference-definitions.js';
import { referenceListPage } from './reference-lists.page.js';

export function productsPage(products: readonly ProductView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Products',
      table: 'products',
      lead: 'Futures and shares with tick size and tick value per contract.',
      rows: products,
      columns: productColumns,
      createLink: ['/products/new', 'New product'],
      choices: [typeFilter],
    },
    context,
  );
}

const typeFilter = { name: 'instrument_type', label: 'Type', options: INSTRUMENT_TYPES };

export const productColumns = [
  { title: 'Symbol', cell: ({ id, symbol }: ProductView) => html`<a href="/products/${id}">${symbol}</a>` },
  { title: 'Name', isPlain: true, cell: ({ name }: ProductView) => renderText(name) },
  { title: 'Type', cell: (product: ProductView) => renderText(product.instrument_type) },
  { title: 'Tick', price: (product: ProductView) => product.tick_size },
  { title: 'Tick value', price: (product: ProductView) => product.tick_value },
  { title: 'Multiplier', figure: ({ multiplier }: ProductView) => multiplier },
  { title: 'Settled', cell: (product: ProductView) => renderText(product.settlement_style) },
  { title: 'Maximum order quantity', figure: (product: ProductView) => product.max_order_quantity },
  {
    title: 'Instruments',
    isPlain: true,
    cell: ({ id, symbol }: ProductView) => html`<a href="/instruments?product_id=${id}">all of ${symbol}</a>`,
  },
];

/** Shows a product with its tick, tick value and hours. */
export function productPage(product: ProductView, context: PageContext): PageContent {
  const { id, symbol, name, group_id: groupId } = product;
  return {
    title: `${symbol}, ${name}`,
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/products">All products</a></p>
<h1>${name}</h1>
${context.isAdministrator && renderAdministrationNavigation(context)}
<p class="lead"><code>${symbol}</code>, ${product.instrument_type.toLowerCase()} in <a href="/productgroups/${groupId}">${context.getName('product_group_id', groupId)}</a></p>
${context.isAdministrator && html`<p class="actions"><a class="button" href="/products/${id}/change">Change …</a> <a class="button" href="/instruments/new?product_id=${id}">List an instrument …</a></p>`}
<table class="facts"><tbody>
${renderFacts([
  ['Tick size', renderNumber(product.tick_size)],
  ['Tick value', renderNumber(product.tick_value)],
  ['Multiplier', renderNumber(product.multiplier)],
  ['Display factor', renderNumber(product.display_factor)],
  ['Settled', renderText(product.settlement_style === 'Cash' ? 'in cash' : 'by delivery')],
  ['Maximum order quantity', renderNumber(product.max_order_quantity)],
  ['Zero and negative prices', renderText(product.allow_negative_prices ? 'exist' : 'not allowed')],
  [
    'Weekly hours',
    html`<ul>${product.session_start_times.map((start, index) => html`<li>${formatWeekMinute(start)} – ${formatWeekEnd(product.session_end_times[index] ?? start)}</li>`)}</ul>`,
  ],
  ['Id', html`<code>${id}</code>`],
  ['Version', html`${product.version}`],
])}</tbody></table>
<p><a href="/instruments?product_id=${id}">All instruments of ${symbol}</a></p>
</article>`,
  };
}
