import { renderSelect, type FormState, renderInputField, emptyForm } from '../pages/fields.page.js';
import { html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { InstrumentView } from './instrument.view.js';
import type { ProductGroupView } from './groups/product-group.view.js';
import type { ProductView } from './products/product.view.js';
import {
  changeFormPage,
  type FormValues,
  withErrorPage,
  referenceDataFormPage,
  renderHiddenFields,
  toReferencePath,
} from './reference-form.page.js';

/** The product of the instrument is chosen first. */
export type NewInstrumentFormView = Readonly<{ groups: readonly ProductGroupView[]; product: ProductView | null }>;

export function newInstrumentPage({ groups, product }: NewInstrumentFormView, context: PageContext): PageContent {
  if (product === null) return productSelectionPage(groups);
  return newInstrumentFormPage(context, emptyForm, {
    product_id: String(product.id),
    _product: `${product.symbol}, ${product.name}`,
    _tick: product.tick_size.rawJSON,
    _type: product.instrument_type,
  });
}

export const newInstrumentErrorPage: FormErrorPage = withErrorPage(newInstrumentFormPage);

export function editInstrumentPage(instrument: InstrumentView, context: PageContext): PageContent {
  const { id, symbol, version, expiration, settlement_price: settlement, tick_size: tick, status } = instrument;
  const values = {
    expiration: expiration ?? '',
    settlement_price: settlement?.rawJSON ?? '',
    status,
    expected_version: String(version),
    _symbol: symbol,
    _tick: tick.rawJSON,
    _has: [expiration !== null && 'expiration', settlement !== null && 'settlement_price'].join(' '),
  };
  return editInstrumentFormPage({ ...context, path: `/instruments/${id}` }, emptyForm, values);
}

export const instrumentErrorPage: FormErrorPage = withErrorPage(editInstrumentFormPage);

function productSelectionPage(groups: readonly ProductGroupView[]): PageContent {
  const all = groups.flatMap(({ products }) => products);
  return {
    title: 'List an instrument',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/instruments">Back to all instruments</a></p>
<h1>List an instrument</h1>
<p class="lead">Choose the product. It defines the price tick, the point value and the hours of the instrument.</p>
${
  all.length === 0
    ? html`<p class="empty">There is no product yet.</p>\n<p><a class="button primary" href="/products/new">New product</a></p>`
    : groups.map(
        ({ name, products }) =>
          products.length > 0 &&
          html`<h2>${name}</h2>
<ul class="choices">${products.map((product) => html`<li><a href="/instruments/new?product_id=${product.id}">${product.symbol}</a> <span class="none">${product.name}</span></li>\n`)}</ul>
`,
      )
}
</article>`,
  };
}

function newInstrumentFormPage(context: PageContext, form: FormState, values: FormValues): PageContent {
  const { product_id: productId = '', _product: product = '', _tick: tick = '', _type: type = '' } = values;
  const fields = html`${renderHiddenFields({ product_id: productId, _product: product, _tick: tick, _type: type })}
${renderInputField({ name: 'symbol', label: 'Symbol', hint: 'Capital letters and digits, such as ESZ27. Cannot be changed later.' }, form)}
${renderInputField({ name: 'expiration', label: 'Last session', type: 'date', isOptional: true, hint: 'The date of its last session. Without it, the instrument does not expire.' }, form)}
${renderInputField({ name: 'settlement_price', label: 'Settlement price', inputMode: 'decimal', isOptional: true, hint: `Reference for price bands until the first trade. A multiple of ${tick}.` }, form)}
${renderSelect({ name: 'status', label: 'Status', value: 'Open' }, statuses, form)}`;
  return referenceDataFormPage(
    {
      title: 'List an instrument',
      lead: html`Under the product <strong>${product}</strong>.`,
      back: ['/instruments', 'Back to all instruments'],
      action: '/instruments/new',
      fields,
      submit: 'List instrument',
    },
    context,
    form,
  );
}

function editInstrumentFormPage(context: PageContext, form: FormState, values: FormValues): PageContent {
  const { _symbol: symbol = '', _tick: tick = '', _has: has = '' } = values;
  const isOptional = (name: string): boolean => !has.split(' ').includes(name); // What it has cannot be removed.
  const fields = html`${renderHiddenFields({ expected_version: values['expected_version'] ?? '', _symbol: symbol, _tick: tick, _has: has })}
${renderInputField({ name: 'expiration', label: 'Last session', type: 'date', isOptional: isOptional('expiration'), value: values['expiration'] ?? '', hint: 'The date of its last session. When that closes, its working orders expire.' }, form)}
${renderInputField({ name: 'settlement_price', label: 'Settlement price', inputMode: 'decimal', isOptional: isOptional('settlement_price'), value: values['settlement_price'] ?? '', hint: `A multiple of ${tick}. Positions of the last close are revalued with it.` }, form)}`;
  const lead = html`To stop trading, <a href="/administration/halts/confirmation?status=Halted&amp;instrument_ids=${toReferencePath(context.path).split('/').at(-1)}">halt it</a> instead.`;
  return changeFormPage({ symbol, lead, fields }, context, form);
}

const statuses = [
  ['Open', 'open during its sessions'],
  ['Halted', 'trading is halted'],
  ['Closed', 'its market is closed'],
] as const;
