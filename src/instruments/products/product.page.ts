import { renderAdministrationNavigation } from '../../pages/navigation.page.js';
import { renderFacts } from '../../pages/facts.page.js';
import { html } from '../../pages/html.js';
import { formatCount, renderExactMoney } from '../../pages/money.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toPaddedPrice } from '../../pages/number-format.js';
import { renderNumber, renderText, type TableColumn } from '../../pages/table.page.js';
import { formatWeekEnd, formatWeekMinute } from '../calendar/session-hours-text.js';
import type { ProductView } from './product.view.js';
import { INSTRUMENT_TYPES } from '../reference-definitions.js';
import { referenceListPage } from '../reference-lists.page.js';

export function productsPage(products: readonly ProductView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Products',
      table: 'products',
      lead: 'Futures and shares with tick size and tick value per contract.',
      rows: products,
      columns: createProductColumns(context),
      createLink: ['/products/new', 'New product'],
      choices: [typeFilter],
    },
    context,
  );
}

const typeFilter = { name: 'instrument_type', label: 'Type', options: INSTRUMENT_TYPES };

/** Ticks of several products have no decimal point in common. */
export const createProductColumns = (context: PageContext): readonly TableColumn<ProductView>[] => [
  { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/products/${id}">${symbol}</a>` },
  { title: 'Name', isPlain: true, isFixed: true, cell: ({ name }) => renderText(name) },
  { title: 'Type', cell: (product) => renderText(product.instrument_type) },
  { title: 'Settled', cell: (product) => renderText(product.settlement_style) },
  { title: 'Tick', price: (product) => product.tick_size },
  { title: 'Tick value', price: (product) => toPaddedPrice(product.tick_value, 2) },
  { title: 'Currency', cell: (product) => renderText(getCurrency(product, context)) },
  { title: 'Multiplier', count: ({ multiplier }) => multiplier },
  { title: 'Maximum order quantity', count: (product) => product.max_order_quantity },
  {
    title: 'Instruments',
    isPlain: true,
    cell: ({ id, symbol }) => html`<a href="/instruments?product_id=${id}">all of ${symbol}</a>`,
  },
];

const getCurrency = ({ group_id: groupId }: ProductView, { getName }: PageContext): string =>
  getName('product_group_currency', groupId);

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
${renderFacts([
  ['Tick size', renderNumber(product.tick_size)],
  ['Tick value', html`${renderExactMoney(product.tick_value)} ${getCurrency(product, context)}`],
  ['Multiplier', html`${formatCount(product.multiplier.rawJSON)}`],
  ['Display factor', renderNumber(product.display_factor)],
  ['Settled', renderText(product.settlement_style === 'Cash' ? 'in cash' : 'by delivery')],
  ['Maximum order quantity', html`${formatCount(String(product.max_order_quantity))} contracts`],
  ['Zero and negative prices', renderText(product.allow_negative_prices ? 'exist' : 'not allowed')],
  [
    'Weekly hours',
    html`<ul>${product.session_start_times.map((start, index) => html`<li>${formatWeekMinute(start)} – ${formatWeekEnd(product.session_end_times[index] ?? start)}</li>`)}</ul>`,
  ],
  ['Id', html`<code>${id}</code>`],
  ['Version', html`${product.version}`],
])}
<p><a href="/instruments?product_id=${id}">All instruments of ${symbol}</a></p>
</article>`,
  };
}
