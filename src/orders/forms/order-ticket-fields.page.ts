import { countDecimals } from '../../money/decimal.js';
import { formatPrice } from '../../money/price-text.js';
import type { FormState } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { type TableColumn, renderTable, renderText } from '../../pages/table.page.js';
import type { OrderTicketView } from './order-ticket.view.js';

type InstrumentChoice = OrderTicketView['choices'][number];

/** The instrument is chosen first: tick and tick value depend on it. */
export function renderInstrumentChoice({ choices, has_more_choices: hasMore, values }: OrderTicketView): Html {
  // Every chosen instrument starts another order with its own reference.
  const otherValues = Object.fromEntries(
    Object.entries(values).filter(([name]) => !['search', 'instrument_id', 'client_order_id'].includes(name)),
  );
  const renderLink = ({ id, symbol }: InstrumentChoice): Html =>
    html`<a href="/orders/new?${new URLSearchParams({ ...otherValues, instrument_id: String(id) }).toString()}">${symbol}</a>`;
  const createPriceColumn = (title: string, side: 'bid' | 'offer' | 'last'): TableColumn<InstrumentChoice> => ({
    title,
    isFigure: true,
    cell: ({ prices, tick_size: tick }) => html`${formatPrice(prices?.[side] ?? null, countDecimals(tick))}`,
  });
  const columns: readonly TableColumn<InstrumentChoice>[] = [
    { title: 'Instrument', cell: renderLink },
    { title: 'Name', cell: ({ product }) => html`${product}` },
    {
      title: 'Last session',
      cell: ({ expiration }) =>
        expiration === null ? renderText(null) : html`<time datetime="${expiration}">${expiration}</time>`,
    },
    { title: 'Tick', isFigure: true, cell: ({ tick_size: tick }) => html`${tick}` },
    {
      title: 'Tick value',
      isFigure: true,
      cell: ({ tick_value: tickValue, currency }) => html`${formatPrice(tickValue, 2)} ${currency}`,
    },
    {
      title: 'State',
      cell: ({ status }) =>
        html`<span class="badge${status === 'Open' ? ' good' : ' warn'}">${status.toLowerCase()}</span>`,
    },
    ...(choices.some(({ prices }) => prices !== null)
      ? [createPriceColumn('Bid', 'bid'), createPriceColumn('Offer', 'offer'), createPriceColumn('Last', 'last')]
      : []),
  ];
  return html`<p class="lead">Choose an instrument</p>
<form class="search" role="search" action="/orders/new">
${Object.entries(otherValues).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="search">Symbol or name</label>
<input id="search" name="search" type="search" value="${values['search'] ?? ''}" autocomplete="off" maxlength="100">
<button type="submit">Search</button>
</form>
${choices.length === 0 ? html`<p class="empty">${values['search'] === undefined ? 'No tradable instrument has the currency of this account.' : 'No tradable instrument matches.'} <a href="/orders/new">Show all</a></p>` : renderTable('Instruments', choices, columns, { areCards: true })}
${hasMore && html`<p class="hint">There are more instruments. Search for part of the symbol or name.</p>`}`;
}

/** A field of the ticket. A field that does not fit the order type is disabled and not sent. */
type TicketField = Readonly<{
  name: string;
  label: string;
  hint?: Html | string;
  /** The id of a further description. */
  describedBy?: string;
  inputMode?: 'decimal' | 'numeric' | 'text';
  isOptional?: boolean;
  /** Whether the browser requires it; fields that depend on others are not required. */
  isRequired?: boolean;
  fits?: boolean;
  /** Whether what is wrong with it stands elsewhere in the form (`renderFault`): its column is too narrow. */
  isNarrow?: boolean;
}>;

/** Without `autocomplete="off"`, for which browsers empty a field on the way back to its page; a script sets it. */
export function renderTextField({ inputMode = 'text', ...field }: TicketField, form: FormState): Html {
  return renderField(
    field,
    form,
    html`<input id="${field.name}" name="${field.name}" value="${form.values[field.name] ?? ''}" type="text" inputmode="${inputMode}"${renderFieldAttributes(field, form)}>`,
  );
}

export function renderDateField(field: TicketField, form: FormState): Html {
  return renderField(
    field,
    form,
    html`<input id="${field.name}" name="${field.name}" type="date" value="${form.values[field.name] ?? ''}"${renderFieldAttributes(field, form)}>`,
  );
}

/** `fits` are the choices for the current order type; a script may enable the others. */
type Choice = Readonly<{ value: string; label: string; fits?: boolean }>;

export function renderSelectField(field: TicketField, choices: readonly Choice[], form: FormState): Html {
  const value = form.values[field.name];
  const isAvailable = choices.some((choice) => choice.value === value && choice.fits !== false);
  const renderOption = (choice: Choice, index: number): Html => {
    const isChosen = isAvailable ? choice.value === value : index === choices.findIndex(({ fits }) => fits !== false);
    return html`<option value="${choice.value}"${isChosen && ' selected'}${choice.fits === false && ' hidden disabled'}>${choice.label}</option>`;
  };
  return renderField(
    field,
    form,
    html`<select id="${field.name}" name="${field.name}"${renderFieldAttributes(field, form)}>${choices.map(renderOption)}</select>`,
  );
}

function renderField(
  { name, label, hint, isOptional = false, fits = true, isNarrow = false }: TicketField,
  form: FormState,
  control: Html,
): Html {
  return html`<div class="field ${name}"${!fits && ' hidden'}>
<label for="${name}">${label}${isOptional && html` <span class="optional">(optional)</span>`}</label>
${control}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${!isNarrow && renderFault(name, form)}
</div>`;
}

export function renderFault(name: string, { fieldErrors }: FormState): Html | false {
  const fault = fieldErrors[name];
  return fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`;
}

export function renderFieldAttributes(field: TicketField, { fieldErrors }: FormState): Html {
  const { name, isOptional = false, isRequired = !isOptional, fits = true } = field;
  const ids = listDescriptionIds(field, name in fieldErrors);
  const isFirstWrong = Object.keys(fieldErrors)[0] === name;
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${name in fieldErrors && html` aria-invalid="true"`}${isRequired && ' required'}${!fits && ' disabled'}${isFirstWrong && ' autofocus'}`;
}

function listDescriptionIds({ name, hint, describedBy }: TicketField, isWrong: boolean): string[] {
  return [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(describedBy === undefined ? [] : [describedBy]),
    ...(isWrong ? [`${name}-fault`] : []),
  ];
}
