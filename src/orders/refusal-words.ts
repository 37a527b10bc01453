import type { ProblemFigures } from '../errors/problem-figures.view.js';
import { isMultiple } from '../money/decimal.js';
import { withoutSeparators } from '../http/separators.js';
import type { Fault } from './action-faults.js';
import { figureWords } from './figure-words.js';
import { refusalFiguresView } from './refusal-figures.view.js';

type Sent = Readonly<Record<string, string>>;

/** What a refusal says to programs. */
type Refused = Readonly<{
  code: string;
  detail: string;
  errors?: readonly Readonly<{ pointer: string; message: string }>[];
  rejected?: number | null;
  faults?: readonly Fault[];
}> &
  ProblemFigures;

/** The same to the person in front of a form: by field what is wrong there and how to mend it, and what is said of the order as a whole. */
type Words = Readonly<{ faults: Readonly<Record<string, string>>; refusal: string }>;

/** `tick` is the step of the instrument's prices, where it is known. */
export function refusalWords(refused: Refused, typed: Sent, tick: string | null): Words {
  const sent = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
  const faults = asInTheForm(faultsOf(refused, sent, tick));
  return { faults, refusal: wholeWords(refused, sent, Object.keys(faults).length) };
}

/** What cannot be read, what the rules refuse, and where no field was named, the one by which a rule is mended. */
function faultsOf(refused: Refused, sent: Sent, tick: string | null): Record<string, string> {
  const { code, detail, errors = [], faults: told = [] } = refused;
  const unreadable = (code === 'invalid_request' ? errors : [])
    .filter(({ pointer }) => pointer.length > 1)
    .map(({ pointer, message }) => [pointer.slice(1), fieldWords(pointer.slice(1), message, sent)] as const);
  const ruled = told.map(
    ({ field, code: of, detail: why, figures }) =>
      [field, ruleWords({ code: of, detail: why, ...(figures && refusalFiguresView(figures)) })] as const,
  );
  const mended = told.some((one) => one.code === code) ? null : (fields[code] ?? noField)(sent, tick, detail);
  const last = mended === null ? [] : [[mended, ruleWords(refused)] as const];
  // Of a field that is named twice the first word stands.
  return Object.fromEntries([...unreadable, ...ruled, ...last].reverse());
}

/** The fields of a ticket from top to bottom: the first that is wrong has the focus. */
const order = [
  'side',
  'quantity',
  'stop_price',
  'limit_price',
  'acct_id',
  'time_in_force',
  'expire_date',
  'post_only',
  'client_order_id',
  'tag',
];

function asInTheForm(faults: Readonly<Record<string, string>>): Words['faults'] {
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(Object.entries(faults).sort(([one], [other]) => placeOf(one) - placeOf(other)));
}

/** What is said of the order as a whole; `count` is how many fields are to blame. */
function wholeWords(refused: Refused, sent: Sent, count: number): string {
  const [kept, nothing] = outcomeWords(refused.rejected ?? null, sent);
  if (count === 0) return `${kept}${ruleWords(refused)} ${nothing.replace(/^n/, 'N')}`;
  return `${kept}${nothing} ${count === 1 ? 'One field needs' : `${count} fields need`} another look.`;
}

/** What became of the order: the venue keeps one that its rules reject, and it can be looked at. */
function outcomeWords(rejected: number | null, { side }: Sent): readonly [string, string] {
  if (rejected === null) return ['', 'Nothing was ordered.'];
  return [`Order ${rejected} was rejected: `, `nothing was ${side === 'Sell' ? 'sold' : 'bought'}.`];
}

type FieldOf = (sent: Sent, tick: string | null, detail: string) => string | null;

const noField: FieldOf = () => null;

/** The venue names no field: it is the price that is not on the grid, or the only one. */
const priceField: FieldOf = (sent, tick) => {
  const prices = ['limit_price', 'stop_price'].filter((name) => (sent[name] ?? '') !== '');
  const isOff = (name: string): boolean =>
    tick !== null && /^-?\d+(\.\d+)?$/.test(sent[name] ?? '') && !isMultiple(sent[name] ?? '', tick);
  return prices.find(isOff) ?? prices[0] ?? null;
};

const inField =
  (name: string): FieldOf =>
  () =>
    name;

/** Where a rule of trading is mended. */
const fields: Readonly<Record<string, FieldOf>> = {
  price_off_tick: priceField,
  price_out_of_band: priceField,
  quantity_invalid: inField('quantity'),
  order_size_limit: inField('quantity'),
  position_limit: inField('quantity'),
  product_limit: inField('quantity'),
  insufficient_margin: inField('quantity'),
  unknown_account: inField('acct_id'),
  account_disabled: inField('acct_id'),
  not_permitted: inField('acct_id'),
  client_order_id_conflict: inField('client_order_id'),
  market_closed: (sent, _tick, detail) =>
    detail.includes('last day') && (sent['expire_date'] ?? '') !== '' ? 'expire_date' : null,
};

/** What to do about it, behind what the venue says. */
const mends: Readonly<Record<string, string>> = {
  price_out_of_band: 'Choose a price nearer to the market.',
  quantity_invalid: 'Type how many contracts or shares.',
  order_size_limit: 'Send a smaller order.',
  position_limit: 'Send a smaller order, or cancel others.',
  product_limit: 'Send a smaller order, or cancel others of this product.',
  insufficient_margin: 'Send a smaller order, cancel others, or use another account.',
  daily_limit: 'Until the next session only orders that reduce what is held are accepted.',
  too_many_orders: 'Cancel one that you no longer need.',
  account_disabled: 'Use another account, or ask an administrator to enable it.',
  not_permitted: 'Use an account that you may trade.',
  unknown_account: 'Choose one of your accounts.',
  market_closed: 'Send it when the market is open.',
  instrument_halted: 'Send it when trading has been resumed.',
  instrument_expired: 'Choose another instrument.',
  unknown_instrument: 'Choose another instrument.',
  order_not_open: 'It can no longer be changed or cancelled.',
};

function ruleWords({ code, detail, ...figures }: Refused): string {
  if (code === 'client_order_id_conflict')
    return 'This ticket was sent before, with other terms, and made an order then. If you want another order, send this one: it has a new reference now.';
  if (figures.tick !== undefined) return figureWords(figures);
  const mend = code === 'market_closed' && detail.includes('last day') ? 'Choose a later date.' : mends[code];
  // The size of the order stands in the form, and its limit in the detail.
  return [detail, code === 'order_size_limit' ? '' : figureWords(figures), mend].filter(Boolean).join(' ');
}

const missing: Readonly<Record<string, string>> = {
  side: 'Choose whether to buy or to sell.',
  quantity: 'How many? Type a whole number, such as 5.',
  limit_price: 'At which price? Type one in plain digits.',
  stop_price: 'At which price is it to begin? Type one in plain digits.',
  time_in_force: 'Choose how long it works.',
  expire_date: 'Which session is its last? Choose a date.',
  acct_id: 'Choose the account that trades.',
};

const wrong: Readonly<Record<string, string>> = {
  side: 'Choose whether to buy or to sell.',
  quantity: 'The quantity is a whole number in plain digits, such as 5.',
  limit_price: 'A price is written in plain digits, such as 4500.25.',
  stop_price: 'A price is written in plain digits, such as 4500.25.',
  time_in_force: 'This type of order cannot work so long: choose again.',
  expire_date: 'The date does not exist: choose another.',
  post_only:
    'An order that is immediate, or all or nothing, never waits: take post only out, or let the order work longer.',
  acct_id: 'An account is named by its number.',
  client_order_id: 'A reference has 1 to 64 characters that can be seen.',
  tag: 'A remark has 1 to 64 characters that can be seen.',
};

const numbers: ReadonlySet<string> = new Set(['quantity', 'limit_price', 'stop_price']);

const plainWords = (field: string, { [field]: typed = '' }: Sent): string | null =>
  numbers.has(field) ? withoutSeparators(typed) : null;

/** What is wrong with how a field is filled in. */
function fieldWords(field: string, message: string, sent: Sent): string {
  if (message.endsWith('is missing')) return missing[field] ?? message;
  if (message.includes('is not a field of'))
    return `This type of order has none: empty the field, or choose another type.`;
  if (field === 'expire_date' && message.includes('belongs to'))
    return 'Only an order that is good till a date has a last session: choose that, or empty the date.';
  return plainWords(field, sent) ?? wrong[field] ?? (sent[field] === undefined ? message : `${message}.`);
}
