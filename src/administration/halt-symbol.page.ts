import { type FormState, renderCustomField } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';

/** The form that leads from a symbol to the question about its instrument. */
export const renderSymbolForm = (
  status: 'Open' | 'Halted',
  form: FormState,
): Html => html`<form method="get" action="/administration/halts/confirmation" class="updates">
<input type="hidden" name="status" value="${status}">
${renderCustomField({ name: 'symbol', label: 'Instrument' }, form, (state) => html`<input id="symbol" name="symbol" type="text" maxlength="32" value="${form.values['symbol'] ?? ''}" autocomplete="off" autocapitalize="characters" placeholder="Symbol"${state}>`)}
<p class="actions"><button type="submit">${status === 'Halted' ? 'Halt' : 'Resume'} this instrument …</button></p>
</form>`;
