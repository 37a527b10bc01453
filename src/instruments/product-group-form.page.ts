import { choice, type Entered, field, lines, nothingEntered } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../http/page.js';
import { holidaysInWords, hoursInWords } from './hours-in-words.js';
import type { ProductGroupView } from './product-group.view.js';
import { again, enteredTerms, formPage, remembered } from './reference-form.page.js';

/** What stands in the fields before anybody has typed. */
type Values = Readonly<Record<string, string>>;

const newHours =
  'Sunday 17:00 – Monday 16:00\nMonday 17:00 – Tuesday 16:00\nTuesday 17:00 – Wednesday 16:00\nWednesday 17:00 – Thursday 16:00\nThursday 17:00 – Friday 16:00';

export function newGroupPage(_: unknown, visit: Visit): PageContent {
  return newForm(visit, nothingEntered);
}

export const refusedNewGroupPage: RefusalPage = again((problem, sent, visit) =>
  newForm(visit, enteredTerms(problem, sent)),
);

export function changeGroupPage(group: ProductGroupView, visit: Visit): PageContent {
  const { session_calendar: calendar } = group;
  const values = {
    name: group.name,
    hours: hoursInWords({ starts: calendar.session_start_times, ends: calendar.session_end_times }),
    holidays: holidaysInWords(
      calendar.overrides.map(({ date, name, end_time: endTime = null }) => ({ date, name, endTime })),
    ),
    initial_margin: group.initial_margin.rawJSON,
    maintenance_margin: group.maintenance_margin.rawJSON,
    price_band: group.price_band.rawJSON,
    self_trade_policy: group.self_trade_policy,
    self_trade_scope: group.self_trade_scope,
    expected_version: String(group.version),
    ...{ _symbol: group.symbol, _currency: group.currency, _timezone: group.timezone },
  };
  return changeForm({ ...visit, path: `/productgroups/${group.id}` }, nothingEntered, values);
}

export const refusedGroupPage: RefusalPage = again((problem, sent, visit) =>
  changeForm(visit, enteredTerms(problem, sent), sent),
);

function newForm(visit: Visit, form: Entered): PageContent {
  const fields = html`<div class="pair">
${field({ name: 'symbol', label: 'Symbol', hint: 'Capital letters, as in CME-INDEX.' }, form)}
${field({ name: 'exchange', label: 'Exchange', hint: 'As in CME.' }, form)}
</div>
${field({ name: 'name', label: 'Name' }, form)}
<div class="pair">
${field({ name: 'currency', label: 'Currency', hint: 'Three letters, as in USD. It stays.' }, form)}
${field({ name: 'timezone', label: 'Time zone', hint: 'As in America/Chicago. It stays.' }, form)}
</div>
${calendar(form, { hours: newHours, holidays: '' })}
${terms(form, { price_band: '0', self_trade_policy: 'CancelAggressor', self_trade_scope: 'owner' })}`;
  return formPage(
    {
      title: 'New product group',
      back: ['/productgroups', 'Back to all groups'],
      action: '/productgroups',
      fields,
      submit: 'Create the group',
    },
    visit,
    form,
  );
}

function changeForm(visit: Visit, form: Entered, values: Values): PageContent {
  const [address = ''] = visit.path.split('?');
  const { _symbol: symbol = '', _currency: currency = '', _timezone: timezone = '' } = values;
  const fields = html`${remembered({ expected_version: values['expected_version'] ?? '', _symbol: symbol, _currency: currency, _timezone: timezone })}
${field({ name: 'name', label: 'Name', value: values['name'] ?? '' }, form)}
${calendar(form, values, timezone)}
${terms(form, values, currency)}`;
  return formPage(
    {
      title: `Change ${symbol}`,
      lead: html`What holds here holds for every product of the group, from now on. New hours move the expirations of its instruments; margins are asked anew at the next order.`,
      back: [address, `Back to ${symbol}`],
      action: `${address}?_method=PUT`,
      fields,
      submit: 'Change the group',
    },
    visit,
    form,
  );
}

function calendar(form: Entered, values: Values, timezone = 'its time zone'): Html {
  return html`${lines({ name: 'hours', label: 'Hours of a week', rows: rowsFor(values['hours'] ?? ''), value: values['hours'] ?? '', hint: `One session in each line, in the time of ${timezone}. A session belongs to the date on which it ends.` }, form)}
${lines({ name: 'holidays', label: 'Holidays and early closes', rows: rowsFor(values['holidays'] ?? ''), isOptional: true, value: values['holidays'] ?? '', hint: 'One date in each line: 2026-12-25 Christmas. Of an early close, 2026-11-27 until 12:15 Day after Thanksgiving.' }, form)}`;
}

/** Room for what stands there and a line more. */
const rowsFor = (text: string): number => Math.min(16, Math.max(5, text.split('\n').length + 1));

function terms(form: Entered, values: Values, currency = 'the currency'): Html {
  return html`<div class="pair">
${field({ name: 'initial_margin', label: 'Initial margin', keys: 'decimal', value: values['initial_margin'] ?? '', hint: `To open a position, for each contract, in ${currency}.` }, form)}
${field({ name: 'maintenance_margin', label: 'Maintenance margin', keys: 'decimal', value: values['maintenance_margin'] ?? '', hint: 'To hold it.' }, form)}
${field({ name: 'price_band', label: 'Price band in percent', keys: 'decimal', isOptional: true, value: values['price_band'] ?? '', hint: 'How far from the reference price a limit may be; 0 is any distance.' }, form)}
${choice({ name: 'self_trade_policy', label: 'An order that would trade with one of its own', value: values['self_trade_policy'] ?? '' }, policies, form)}
${choice({ name: 'self_trade_scope', label: 'Its own are', value: values['self_trade_scope'] ?? '' }, scopes, form)}
</div>`;
}

const policies = [
  ['CancelAggressor', 'The newer order is cancelled'],
  ['CancelResting', 'The older order is cancelled'],
  ['CancelBoth', 'Both are cancelled'],
] as const;

const scopes = [
  ['owner', 'Those of all accounts of its owner'],
  ['account', 'Those of its account'],
] as const;
