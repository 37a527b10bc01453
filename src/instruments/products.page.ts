import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { text } from '../http/table.page.js';
import type { ProductView } from './product.view.js';
import { listPage } from './reference-lists.page.js';

export function productsPage(products: readonly ProductView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Products',
      lead: 'What is traded, in which steps, and what a step is worth per contract.',
      rows: products,
      columns: productColumns,
      make: ['/products/new', 'New product'],
      choices: [types],
    },
    visit,
  );
}

const types = {
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
  { title: 'Name', cell: ({ name }: ProductView) => text(name) },
  { title: 'Type', cell: (product: ProductView) => text(product.instrument_type) },
  { title: 'Tick', figure: (product: ProductView) => product.tick_size },
  { title: 'Tick value', figure: (product: ProductView) => product.tick_value },
  { title: 'Multiplier', figure: ({ multiplier }: ProductView) => multiplier },
  { title: 'Settled', cell: (product: ProductView) => text(product.settlement_style) },
  { title: 'Largest order', figure: (product: ProductView) => product.max_order_quantity },
  {
    title: 'Instruments',
    cell: ({ id, symbol }: ProductView) => html`<a href="/instruments?product_id=${id}">all of ${symbol}</a>`,
  },
];
