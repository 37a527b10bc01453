import { choice, type Entered, field, lines, nothingEntered } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../http/page.js';
import { hoursInWords } from './hours-in-words.js';
import type { ProductGroupView } from './product-group.view.js';
import type { ProductView } from './product.view.js';
import { again, enteredTerms, formPage, remembered } from './reference-form.page.js';

type Values = Readonly<Record<string, string>>;

/** A product is created in a group, so the group is chosen first: it tells the currency and the hours. */
export type ProductFormView = Readonly<{ groups: readonly ProductGroupView[]; group: ProductGroupView | null }>;

export function newProductPage({ group, groups }: ProductFormView, visit: Visit): PageContent {
  if (group === null) return groupChoice(groups);
  return newForm(visit, nothingEntered, { group_id: String(group.id), _group: group.name, _currency: group.currency });
}

export const refusedNewProductPage: RefusalPage = again((problem, sent, visit) =>
  newForm(visit, enteredTerms(problem, sent), sent),
);

/** Whether a product has hours of its own cannot be told from its view, which tells those that hold; they are its own if they are not the group's. */
export type ProductChangeView = Readonly<{ product: ProductView; group: ProductGroupView }>;

export function changeProductPage({ product, group }: ProductChangeView, visit: Visit): PageContent {
  const calendar = group.session_calendar;
  const isLikeGroup =
    String(product.session_start_times) === String(calendar.session_start_times) &&
    String(product.session_end_times) === String(calendar.session_end_times);
  const values = {
    name: product.name,
    tick_size: product.tick_size.rawJSON,
    tick_value: product.tick_value.rawJSON,
    multiplier: product.multiplier.rawJSON,
    display_factor: product.display_factor.rawJSON,
    settlement_style: product.settlement_style,
    max_order_quantity: String(product.max_order_quantity),
    allow_negative_prices: product.allow_negative_prices ? 'yes' : 'no',
    hours: isLikeGroup ? '' : hoursInWords({ starts: product.session_start_times, ends: product.session_end_times }),
    expected_version: String(product.version),
    ...{ _symbol: product.symbol, _currency: group.currency },
  };
  return changeForm({ ...visit, path: `/products/${product.id}` }, nothingEntered, values);
}

export const refusedProductPage: RefusalPage = again((problem, sent, visit) =>
  changeForm(visit, enteredTerms(problem, sent), sent),
);

function groupChoice(groups: readonly ProductGroupView[]): PageContent {
  return {
    title: 'New product',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/products">Back to all products</a></p>
<h1>New product</h1>
<p class="lead">In which group? It gives the product its exchange, currency, hours and margins.</p>
${groups.length === 0 ? html`<p class="empty">There is no group yet.</p>\n<p><a class="button primary" href="/productgroups/new">New group</a></p>` : html`<ul>${groups.map(({ id, symbol, name, exchange, currency }) => html`<li><a href="/products/new?group_id=${id}">${name}</a> <span class="none">${symbol}, ${exchange}, ${currency}</span></li>\n`)}</ul>`}
</article>`,
  };
}

function newForm(visit: Visit, form: Entered, values: Values): PageContent {
  const { group_id: groupId = '', _group: group = '', _currency: currency = '' } = values;
  const fields = html`${remembered({ group_id: groupId, _group: group, _currency: currency })}
<div class="pair">
${field({ name: 'symbol', label: 'Symbol', hint: 'Capital letters, as in ES. It stays.' }, form)}
${choice(
  { name: 'instrument_type', label: 'Type' },
  [
    ['Future', 'Future'],
    ['Option', 'Option'],
    ['Spread', 'Spread'],
    ['Equity', 'Equity'],
  ],
  form,
)}
</div>
${field({ name: 'name', label: 'Name' }, form)}
${terms(form, { display_factor: '1', settlement_style: 'Cash', allow_negative_prices: 'no' }, currency)}`;
  return formPage(
    {
      title: 'New product',
      lead: html`In the group <strong>${group}</strong>.`,
      back: ['/products', 'Back to all products'],
      action: '/products',
      fields,
      submit: 'Create the product',
    },
    visit,
    form,
  );
}

function changeForm(visit: Visit, form: Entered, values: Values): PageContent {
  const [address = ''] = visit.path.split('?');
  const { _symbol: symbol = '', _currency: currency = '' } = values;
  const fields = html`${remembered({ expected_version: values['expected_version'] ?? '', _symbol: symbol, _currency: currency })}
${field({ name: 'name', label: 'Name', value: values['name'] ?? '' }, form)}
${terms(form, values, currency)}`;
  return formPage(
    {
      title: `Change ${symbol}`,
      lead: html`Steps and their worth cannot change while orders and positions count by them; the service then says so.`,
      back: [address, `Back to ${symbol}`],
      action: `${address}?_method=PUT`,
      fields,
      submit: 'Change the product',
    },
    visit,
    form,
  );
}

function terms(form: Entered, values: Values, currency: string): Html {
  const value = (name: string): string => values[name] ?? '';
  return html`<div class="pair">
${field({ name: 'tick_size', label: 'Tick size', keys: 'decimal', value: value('tick_size'), hint: 'The step of the price.' }, form)}
${field({ name: 'multiplier', label: 'Multiplier', keys: 'decimal', value: value('multiplier'), hint: `What a price of 1 is worth per contract, in ${currency}.` }, form)}
${field({ name: 'tick_value', label: 'Tick value', keys: 'decimal', value: value('tick_value'), hint: 'What one step is worth: tick size times multiplier.' }, form)}
${field({ name: 'display_factor', label: 'Display factor', keys: 'decimal', isOptional: true, value: value('display_factor'), hint: 'What a price is multiplied by to be shown as its market quotes it.' }, form)}
${field({ name: 'max_order_quantity', label: 'Largest order', keys: 'numeric', value: value('max_order_quantity'), hint: 'In contracts.' }, form)}
${choice(
  { name: 'settlement_style', label: 'Settled', value: value('settlement_style') },
  [
    ['Cash', 'in cash'],
    ['Physical', 'by delivery'],
  ],
  form,
)}
${choice(
  { name: 'allow_negative_prices', label: 'Prices of zero and below', value: value('allow_negative_prices') },
  [
    ['no', 'do not exist'],
    ['yes', 'exist'],
  ],
  form,
)}
</div>
${lines({ name: 'hours', label: 'Hours of its own', rows: 5, isOptional: true, value: value('hours'), hint: 'One session in each line: Sunday 17:00 – Monday 16:00. Where nothing stands, it has the hours of its group.' }, form)}`;
}
