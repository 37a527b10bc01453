import { html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderText } from '../pages/table.page.js';
import type { ProductView } from './product.view.js';
import { referenceListPage } from './reference-lists.page.js';

export function productsPage(products: readonly ProductView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Products',
      lead: 'Futures and shares with tick size and tick value per contract.',
      rows: products,
      columns: productColumns,
      createLink: ['/products/new', 'New product'],
      choices: [typeFilter],
    },
    context,
  );
}

const typeFilter = {
  name: 'instrument_type',
  label: 'Type',
  options: [
    ['Future', 'Future'],
    ['Option', 'Option'],
    ['Spread', 'Spread'],
    ['Equity', 'Equity'],
  ],
} as const;

export const productColumns = [
  { title: 'Symbol', cell: ({ id, symbol }: ProductView) => html`<a href="/products/${id}">${symbol}</a>` },
  { title: 'Name', cell: ({ name }: ProductView) => renderText(name) },
  { title: 'Type', cell: (product: ProductView) => renderText(product.instrument_type) },
  { title: 'Tick', figure: (product: ProductView) => product.tick_size },
  { title: 'Tick value', figure: (product: ProductView) => product.tick_value },
  { title: 'Multiplier', figure: ({ multiplier }: ProductView) => multiplier },
  { title: 'Settled', cell: (product: ProductView) => renderText(product.settlement_style) },
  { title: 'Maximum order quantity', figure: (product: ProductView) => product.max_order_quantity },
  {
    title: 'Instruments',
    cell: ({ id, symbol }: ProductView) => html`<a href="/instruments?product_id=${id}">all of ${symbol}</a>`,
  },
];
