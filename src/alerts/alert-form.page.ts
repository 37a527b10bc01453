import {
  emptyForm,
  type FormState,
  renderCustomField,
  renderFormHead,
  renderInputField,
  renderSelect,
  toFormState,
} from '../pages/fields.page.js';
import { renderAccountFilter } from '../pages/account-field.page.js';
import { type Html, html } from '../pages/html.js';
import type { FormErrorPage, PageContext } from '../pages/page.js';
import { renderSymbolChoices, SYMBOL_ATTRIBUTES } from '../pages/choices.page.js';
import { formatPrice } from '../money/price-text.js';
import { toInstrumentFormat } from '../pages/number-format.js';
import { type AlertDirection, type AlertMarket, type AlertSide, NOTE_MAX } from './alert-terms.js';

/** In the words of trading screens. */
export const sideNames: Readonly<Record<AlertSide, string>> = { Last: 'Last', Buy: 'Bid', Sell: 'Offer' };

export const directionNames: Readonly<Record<AlertDirection, string>> = { Above: 'at or above', Below: 'at or below' };

/** Both forms; what was rejected is in the one that was sent. Beside the first stands the market of the instrument that the address names. */
export function renderAlertForms(context: PageContext, form: FormState, market: AlertMarket | null = null): Html {
  const isFill = form.values['kind'] === 'Fill';
  return html`<section aria-labelledby="new-price"><h2 id="new-price">New price alert</h2>
${market !== null && renderMarket(market, context)}${renderPriceForm(context, isFill ? emptyForm : form)}
</section>
<section aria-labelledby="new-fill"><h2 id="new-fill">New fill alert</h2>
${renderFillForm(context, isFill ? form : emptyForm)}
</section>
${renderSymbolChoices(context)}`;
}

function renderMarket({ instrumentId, ...prices }: AlertMarket, context: PageContext): Html {
  const { symbol, decimals } = toInstrumentFormat(context, instrumentId);
  const format = (side: AlertSide): string => {
    const digits = prices[side];
    return digits === null ? '–' : formatPrice(digits, decimals);
  };
  return html`<p>${symbol} now: last <span class="figure">${format('Last')}</span>, bid <span class="figure">${format('Buy')}</span>, offer <span class="figure">${format('Sell')}</span></p>\n`;
}

function renderPriceForm(context: PageContext, form: FormState): Html {
  return html`<form method="post" action="/alerts/new">
${renderFormHead(form, context)}<input type="hidden" name="kind" value="Price">
<div class="line">${renderSymbol(form)}
${renderSelect({ name: 'side', label: 'Price' }, Object.entries(sideNames), form)}
${renderSelect({ name: 'direction', label: 'Reaches' }, Object.entries(directionNames), form)}
${renderInputField({ name: 'price', label: 'Value', inputMode: 'decimal' }, form)}
${renderNote(form)}
${renderRepeat(form)}
<p class="actions"><button type="submit" class="primary">Create<span class="hidden"> price alert</span></button></p></div>
<p class="hint">With Repeat, it triggers each time that the price comes back and reaches the value again, once a minute at most.</p>
</form>`;
}

/** Ids of this form have a suffix, because both forms stand on one page. */
function renderFillForm(context: PageContext, form: FormState): Html {
  return html`<form method="post" action="/alerts/new">
${renderFormHead(form, context)}<input type="hidden" name="kind" value="Fill">
<div class="line">${renderAccountFilter('fill-account', form.values['acct_id'] ?? '', context)}
${renderOptionalText({ name: 'symbol', label: 'Instrument', max: 32, attributes: SYMBOL_ATTRIBUTES }, form)}
${renderOptionalText({ name: 'note', label: 'Note', max: NOTE_MAX }, form)}
${renderRepeat(form)}
<p class="actions"><button type="submit" class="primary">Create<span class="hidden"> fill alert</span></button></p></div>
<p class="hint">Without an instrument, a fill in any. With Repeat, it triggers on each fill, once a second at most.</p>
</form>`;
}

type OptionalText = Readonly<{ name: string; label: string; max: number; attributes?: Html }>;

function renderOptionalText({ name, label, max, attributes }: OptionalText, { values, fieldErrors }: FormState): Html {
  const fault = fieldErrors[name];
  return html`<div class="field"><label for="fill-${name}">${label} <span class="optional">(optional)</span></label>
<input id="fill-${name}" type="text" name="${name}"${attributes} maxlength="${max}" value="${values[name] ?? ''}" autocomplete="off"${fault !== undefined && html` aria-invalid="true"`}>
${fault !== undefined && html`<p class="fault">${fault}</p>`}</div>`;
}

const renderSymbol = (form: FormState): Html =>
  renderCustomField(
    { name: 'symbol', label: 'Instrument' },
    form,
    (state) =>
      html`<input id="symbol" type="text" name="symbol"${SYMBOL_ATTRIBUTES} maxlength="32" value="${form.values['symbol'] ?? ''}" autocomplete="off"${state}>`,
  );

const renderNote = (form: FormState): Html =>
  renderCustomField(
    { name: 'note', label: 'Note', isOptional: true },
    form,
    (state) =>
      html`<input id="note" type="text" name="note" maxlength="${NOTE_MAX}" value="${form.values['note'] ?? ''}" autocomplete="off"${state}>`,
  );

const renderRepeat = ({ values }: FormState): Html =>
  html`<p class="repeat"><label><input type="checkbox" name="repeat" value="yes"${values['repeat'] === 'yes' && ' checked'}>Repeat</label></p>`;

/** The same forms with the input and its errors. */
export const rejectedAlertPage: FormErrorPage = (problem, sent, context) => ({
  title: 'The alert was not created',
  styles: toStyles(context),
  body: html`<article class="listing alerts">
<p class="back"><a href="/alerts">Back to the alerts</a></p>
<h1>The alert was not created</h1>
${renderAlertForms(context, toFormState(toSymbolProblem(problem), sent, { price_off_tick: 'price', unknown_account: 'acct_id' }))}
</article>`,
});

/** People type a symbol where programs send an id. */
function toSymbolProblem(problem: Parameters<FormErrorPage>[0]): Parameters<FormErrorPage>[0] {
  const errors = problem.errors?.map(({ pointer, message }) =>
    pointer === '/instrument_id'
      ? { pointer: '/symbol', message: message.replace('instrument_id', 'symbol') }
      : { pointer, message },
  );
  return errors === undefined ? problem : { ...problem, errors };
}

/** Pages of users who have alerts have this sheet anyway. */
export const toStyles = ({ latestNotice = null }: Pick<PageContext, 'latestNotice'>): readonly string[] =>
  latestNotice === null ? ['alerts.css', 'alert-lists.css'] : ['alert-lists.css'];
