import { renderSelect, type FormState, renderInputField, renderTextarea, emptyForm } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { formatHolidays, formatSessionHours } from '../calendar/session-hours-text.js';
import type { ProductGroupView } from './product-group.view.js';
import {
  changeFormPage,
  isNewRow,
  type FormValues,
  withErrorPage,
  referenceDataFormPage,
  renderHiddenFields,
} from '../reference-form.page.js';

const defaultHours =
  'Sunday 17:00 – Monday 16:00\nMonday 17:00 – Tuesday 16:00\nTuesday 17:00 – Wednesday 16:00\nWednesday 17:00 – Thursday 16:00\nThursday 17:00 – Friday 16:00';

export function newProductGroupPage(_: unknown, context: PageContext): PageContent {
  return newGroupFormPage(context, emptyForm);
}

export const newProductGroupErrorPage: FormErrorPage = withErrorPage(newGroupFormPage);

export function editProductGroupPage(group: ProductGroupView, context: PageContext): PageContent {
  const { session_calendar: sessionCalendar } = group;
  const values = {
    name: group.name,
    hours: formatSessionHours({ starts: sessionCalendar.session_start_times, ends: sessionCalendar.session_end_times }),
    holidays: formatHolidays(
      sessionCalendar.overrides.map(({ date, name, end_time: endTime = null }) => ({ date, name, endTime })),
    ),
    initial_margin: group.initial_margin.rawJSON,
    maintenance_margin: group.maintenance_margin.rawJSON,
    price_band: group.price_band.rawJSON,
    self_trade_policy: group.self_trade_policy,
    self_trade_scope: group.self_trade_scope,
    expected_version: String(group.version),
    ...{ _symbol: group.symbol, _currency: group.currency, _timezone: group.timezone },
  };
  return editGroupFormPage({ ...context, path: `/productgroups/${group.id}` }, emptyForm, values);
}

export const productGroupErrorPage: FormErrorPage = withErrorPage(editGroupFormPage);

function newGroupFormPage(context: PageContext, form: FormState): PageContent {
  const fields = html`<div class="pair">
${renderInputField({ name: 'symbol', label: 'Symbol', hint: 'Capital letters, as in CME-INDEX.' }, form)}
${renderInputField({ name: 'exchange', label: 'Exchange', hint: 'As in CME.' }, form)}
</div>
${renderInputField({ name: 'name', label: 'Name' }, form)}
<div class="pair">
${renderInputField({ name: 'currency', label: 'Currency', hint: 'Three letters, such as USD. Cannot be changed later.' }, form)}
${renderInputField({ name: 'timezone', label: 'Time zone', hint: 'Such as America/Chicago. Cannot be changed later.' }, form)}
</div>
${renderCalendarFields(form, { hours: defaultHours, holidays: '' })}
${renderTermFields(form, { price_band: '0', self_trade_policy: 'CancelAggressor', self_trade_scope: 'owner' })}`;
  return referenceDataFormPage(
    {
      title: 'New product group',
      back: ['/productgroups', 'Back to all groups'],
      action: '/productgroups/new',
      fields,
      submit: 'Create group',
    },
    context,
    form,
  );
}

function editGroupFormPage(context: PageContext, form: FormState, values: FormValues): PageContent {
  const { _symbol: symbol = '', _currency: currency = '', _timezone: timezone = '' } = values;
  const fields = html`${renderHiddenFields({ expected_version: values['expected_version'] ?? '', _symbol: symbol, _currency: currency, _timezone: timezone })}
${renderInputField({ name: 'name', label: 'Name', value: values['name'] ?? '' }, form)}
${renderCalendarFields(form, values, timezone)}
${renderTermFields(form, values, currency)}`;
  const lead = html`Changes apply to all products of the group at once. New hours change the expirations of its instruments; new margins apply from the next order.`;
  return changeFormPage({ symbol, lead, fields }, context, form);
}

function renderCalendarFields(form: FormState, values: FormValues, timezone = 'its time zone'): Html {
  return html`${renderTextarea({ name: 'hours', label: 'Weekly hours', rows: countRows(values['hours'] ?? ''), value: values['hours'] ?? '', hint: `One session in each line, in the time of ${timezone}. A session belongs to the date on which it ends.` }, form)}
${renderTextarea({ name: 'holidays', label: 'Holidays and early closes', rows: countRows(values['holidays'] ?? ''), isOptional: true, value: values['holidays'] ?? '', hint: 'One date in each line: 2026-12-25 Christmas. For an early close: 2026-11-27 until 12:15 Day after Thanksgiving.' }, form)}`;
}

/** The rows of the text and one more. */
const countRows = (text: string): number => Math.min(16, Math.max(5, text.split('\n').length + 1));

function renderTermFields(form: FormState, values: FormValues, currency = 'the currency'): Html {
  return html`<div class="pair">
${renderInputField({ name: 'initial_margin', label: 'Initial margin', inputMode: 'decimal', value: values['initial_margin'] ?? '', hint: `To open a position, per contract, in ${currency}.` }, form)}
${renderInputField({ name: 'maintenance_margin', label: 'Maintenance margin', inputMode: 'decimal', value: values['maintenance_margin'] ?? '', hint: 'To hold a position, per contract.' }, form)}
${renderInputField({ name: 'price_band', label: 'Price band in percent', inputMode: 'decimal', isOptional: isNewRow(values), value: values['price_band'] ?? '', hint: 'Maximum distance of a limit price from the reference price; 0 for none.' }, form)}
${renderSelect({ name: 'self_trade_policy', label: 'Self-trade prevention', value: values['self_trade_policy'] ?? '' }, policies, form)}
${renderSelect({ name: 'self_trade_scope', label: 'Scope', value: values['self_trade_scope'] ?? '' }, scopes, form)}
</div>`;
}

const policies = [
  ['CancelAggressor', 'The newer order is canceled'],
  ['CancelResting', 'The older order is canceled'],
  ['CancelBoth', 'Both are canceled'],
] as const;

const scopes = [
  ['owner', 'All accounts of one owner'],
  ['account', 'One account'],
] as const;
