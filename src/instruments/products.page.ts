import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import type { ProductView } from './product.view.js';
import { figure, listPage, text } from './reference-lists.page.js';

export function productsPage(products: readonly ProductView[], visit: Visit): PageContent {
  return listPage({ title: 'Products', lead: 'What is traded, in which steps, and what a step is worth per contract.', rows: products, columns: productColumns }, visit);
}

export const productColumns = [
  { title: 'Symbol', cell: ({ id, symbol }: ProductView) => html`<a href="/products/${id}">${symbol}</a>` },
  { title: 'Name', cell: ({ name }: ProductView) => text(name) },
  { title: 'Type', cell: (product: ProductView) => text(product.instrument_type) },
  { title: 'Tick', cell: (product: ProductView) => figure(product.tick_size), isFigure: true },
  { title: 'Tick value', cell: (product: ProductView) => figure(product.tick_value), isFigure: true },
  { title: 'Multiplier', cell: ({ multiplier }: ProductView) => figure(multiplier), isFigure: true },
  { title: 'Settled', cell: (product: ProductView) => text(product.settlement_style) },
  { title: 'Largest order', cell: (product: ProductView) => figure(product.max_order_quantity), isFigure: true },
  { title: 'Instruments', cell: ({ id, symbol }: ProductView) => html`<a href="/instruments?product_id=${id}">all of ${symbol}</a>` },
];
