import { renderSelect, type FormState, renderInputField, renderTextarea, emptyForm } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { formatSessionHours } from '../calendar/session-hours-text.js';
import type { ProductGroupView } from '../groups/product-group.view.js';
import type { ProductView } from './product.view.js';
import { INSTRUMENT_TYPES } from '../reference-definitions.js';
import {
  changeFormPage,
  isNewRow,
  type FormValues,
  withErrorPage,
  referenceDataFormPage,
  renderHiddenFields,
} from '../reference-form.page.js';

/** The group is chosen first: it has the currency and the hours. */
export type NewProductFormView = Readonly<{ groups: readonly ProductGroupView[]; group: ProductGroupView | null }>;

export function newProductPage({ group, groups }: NewProductFormView, context: PageContext): PageContent {
  if (group === null) return groupSelectionPage(groups);
  return newProductFormPage(context, emptyForm, {
    group_id: String(group.id),
    _group: group.name,
    _currency: group.currency,
  });
}

export const newProductErrorPage: FormErrorPage = withErrorPage(newProductFormPage);

/** A product's view has the hours in effect; they are its own if they differ from the group's. */
export type EditProductView = Readonly<{ product: ProductView; group: ProductGroupView }>;

export function editProductPage({ product, group }: EditProductView, context: PageContext): PageContent {
  const calendar = group.session_calendar;
  const hasGroupHours =
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
    hours: hasGroupHours
      ? ''
      : formatSessionHours({ starts: product.session_start_times, ends: product.session_end_times }),
    expected_version: String(product.version),
    ...{ _symbol: product.symbol, _currency: group.currency },
  };
  return editProductFormPage({ ...context, path: `/products/${product.id}` }, emptyForm, values);
}

export const productErrorPage: FormErrorPage = withErrorPage(editProductFormPage);

function groupSelectionPage(groups: readonly ProductGroupView[]): PageContent {
  return {
    title: 'New product',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/products">Back to all products</a></p>
<h1>New product</h1>
<p class="lead">Choose the product group. It defines exchange, currency, hours and margins.</p>
${groups.length === 0 ? html`<p class="empty">There is no group yet.</p>\n<p><a class="button primary" href="/productgroups/new">New group</a></p>` : html`<ul>${groups.map(({ id, symbol, name, exchange, currency }) => html`<li><a href="/products/new?group_id=${id}">${name}</a> <span class="none">${symbol}, ${exchange}, ${currency}</span></li>\n`)}</ul>`}
</article>`,
  };
}

function newProductFormPage(context: PageContext, form: FormState, values: FormValues): PageContent {
  const { group_id: groupId = '', _group: group = '', _currency: currency = '' } = values;
  const fields = html`${renderHiddenFields({ group_id: groupId, _group: group, _currency: currency })}
<div class="pair">
${renderInputField({ name: 'symbol', label: 'Symbol', hint: 'Capital letters, such as ES. Cannot be changed later.' }, form)}
${renderSelect({ name: 'instrument_type', label: 'Type' }, instrumentTypes, form)}
</div>
${renderInputField({ name: 'name', label: 'Name' }, form)}
${renderTermFields(form, { display_factor: '1', settlement_style: 'Cash', allow_negative_prices: 'no' }, currency)}`;
  return referenceDataFormPage(
    {
      title: 'New product',
      lead: html`In the group <strong>${group}</strong>.`,
      back: ['/products', 'Back to all products'],
      action: '/products/new',
      fields,
      submit: 'Create product',
    },
    context,
    form,
  );
}

function editProductFormPage(context: PageContext, form: FormState, values: FormValues): PageContent {
  const { _symbol: symbol = '', _currency: currency = '' } = values;
  const fields = html`${renderHiddenFields({ expected_version: values['expected_version'] ?? '', _symbol: symbol, _currency: currency })}
${renderInputField({ name: 'name', label: 'Name', value: values['name'] ?? '' }, form)}
${renderTermFields(form, values, currency)}`;
  const lead = html`Tick size and multiplier cannot be changed while there are orders or positions.`;
  return changeFormPage({ symbol, lead, fields }, context, form);
}

function renderTermFields(form: FormState, values: FormValues, currency: string): Html {
  const value = (name: string): string => values[name] ?? '';
  return html`<div class="pair">
${renderInputField({ name: 'tick_size', label: 'Tick size', inputMode: 'decimal', value: value('tick_size'), hint: 'The smallest price change.' }, form)}
${renderInputField({ name: 'multiplier', label: 'Multiplier', inputMode: 'decimal', value: value('multiplier'), hint: `The value of a price of 1 per contract, in ${currency}.` }, form)}
${renderInputField({ name: 'tick_value', label: 'Tick value', inputMode: 'decimal', value: value('tick_value'), hint: 'The value of one tick: tick size times multiplier.' }, form)}
${renderInputField({ name: 'display_factor', label: 'Display factor', inputMode: 'decimal', isOptional: isNewRow(values), value: value('display_factor'), hint: 'Factor for displaying prices as the market quotes them.' }, form)}
${renderInputField({ name: 'max_order_quantity', label: 'Maximum order quantity', inputMode: 'numeric', value: value('max_order_quantity'), hint: 'In contracts.' }, form)}
${renderSelect({ name: 'settlement_style', label: 'Settled', value: value('settlement_style') }, settlementStyles, form)}
${renderSelect(
  { name: 'allow_negative_prices', label: 'Zero and negative prices', value: value('allow_negative_prices') },
  [
    ['no', 'not allowed'],
    ['yes', 'exist'],
  ],
  form,
)}
</div>
${renderTextarea({ name: 'hours', label: 'Own trading hours', rows: 5, isOptional: true, value: value('hours'), hint: 'One session in each line: Sunday 17:00 – Monday 16:00. If empty, the hours of the group apply.' }, form)}`;
}

const instrumentTypes = INSTRUMENT_TYPES.map((type) => [type, type] as const);

const settlementStyles = [
  ['Cash', 'in cash'],
  ['Physical', 'by delivery'],
] as const;
