import type { ProblemValues } from '../errors/domain-error.js';
import { isMultiple, countDecimals } from '../money/decimal.js';
import { formatSeparatorHint, toDigits } from '../pages/number-format.js';
import type { FieldRejection } from './actions/field-rejections.js';
import { toRejectionDetailsView } from './rejection-details.view.js';
import { formatExactMoney } from '../pages/money.page.js';
import { readTypedPrice } from '../money/typed-price.js';
import { formatPrice } from '../money/price-text.js';

const formatNumber = (value: number | undefined): string => toDigits(value) ?? '';
const formatAmount = (value: number | undefined): string => formatExactMoney(formatNumber(value));

/** The figures of a refusal as a sentence: what it would take, what there is, and where the limit stands. Nothing where there are none. */
export function describeRejectionDetails(details: ProblemValues): string {
  const { currency } = details;
  if (details.required !== undefined)
    return `It requires ${formatAmount(details.required)} ${currency}; ${formatAmount(details.available)} is available: ${formatAmount(details.used)} of ${formatAmount(details.buying_power)} is in use.`;
  if (details.tick !== undefined) return describeTick(details);
  if (details.reference !== undefined)
    return `The price band is ${formatNumber(details.low)} to ${formatNumber(details.high)}.`;
  if (details.limit === undefined) return '';
  if (currency !== undefined)
    return `The loss is ${formatAmount(details.would_be)} ${currency}; the limit is ${formatAmount(details.limit)}.`;
  return `It would be ${formatNumber(details.would_be)}; the limit is ${formatNumber(details.limit)}.`;
}

/** Prices of one instrument have as many decimals as its tick. */
function describeTick({ tick, nearest = [] }: ProblemValues): string {
  const tickSize = formatNumber(tick);
  const sentence = `The price tick is ${tickSize}`;
  const [first, second] = nearest.map((price) => formatPrice(formatNumber(price), countDecimals(tickSize)));
  if (first === undefined) return `${sentence}.`;
  return second === undefined
    ? `${sentence}; the nearest is ${first}.`
    : `${sentence}; the nearest are ${first} and ${second}.`;
}

type FormValues = Readonly<Record<string, string>>;

/** What a refusal says to programs. */
type RejectedAction = Readonly<{
  code: string;
  detail: string;
  errors?: readonly Readonly<{ pointer: string; message: string }>[];
  rejected?: number | null;
  faults?: readonly FieldRejection[];
}> &
  ProblemValues;

/** The same to the person in front of a form: by field what is wrong there and how to fix it, and what is said of the order as a whole. */
type RejectionText = Readonly<{ fieldErrors: Readonly<Record<string, string>>; formError: string }>;

/** `tick` is the step of the instrument's prices, where it is known. */
export function describeRejection(rejected: RejectedAction, typed: FormValues, tick: string | null): RejectionText {
  const formValues = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
  const fieldErrors = sortByFormOrder(describeFields(rejected, formValues, tick));
  return { fieldErrors, formError: describeWholeOrder(rejected, formValues, Object.keys(fieldErrors).length) };
}

/** What cannot be read, what the rules refuse, and where no field was named, the one by which a rule is fixed. */
function describeFields(rejected: RejectedAction, formValues: FormValues, tick: string | null): Record<string, string> {
  const { code, detail, errors = [], faults: fieldRejections = [] } = rejected;
  const malformedFields = (code === 'invalid_request' ? errors : [])
    .filter(({ pointer }) => pointer.length > 1)
    .map(
      ({ pointer, message }) => [pointer.slice(1), describeFieldIssue(pointer.slice(1), message, formValues)] as const,
    );
  const rejectedFields = fieldRejections.map(
    ({ field, code: fieldCode, detail: fieldDetail, figures }) =>
      [
        field,
        fieldCode === code && isRefusedForAccount(rejected)
          ? describeFix(rejected)
          : describeRule({ code: fieldCode, detail: fieldDetail, ...(figures && toRejectionDetailsView(figures)) }),
      ] as const,
  );
  const fieldToFix = fieldRejections.some((rejection) => rejection.code === code)
    ? null
    : (fieldsByCode[code] ?? findNoField)(formValues, tick, detail);
  const describeOther = isRefusedForAccount(rejected) ? describeFix : describeRule;
  const otherField = fieldToFix === null ? [] : [[fieldToFix, describeOther(rejected)] as const];
  // Of a field that is named twice the first word stands.
  return Object.fromEntries([...malformedFields, ...rejectedFields, ...otherField].reverse());
}

/** The fields of a ticket from top to bottom: the first that is wrong has the focus. */
const fieldOrder = [
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

function sortByFormOrder(faults: Readonly<Record<string, string>>): RejectionText['fieldErrors'] {
  const getPosition = (name: string): number =>
    fieldOrder.includes(name) ? fieldOrder.indexOf(name) : fieldOrder.length;
  return Object.fromEntries(Object.entries(faults).sort(([one], [other]) => getPosition(one) - getPosition(other)));
}

/** What is said of the order as a whole; `count` is how many fields are to blame. What its account does not permit comes first: no entry is wrong by itself. */
function describeWholeOrder(rejected: RejectedAction, formValues: FormValues, count: number): string {
  const [prefix, consequence] = describeConsequence(rejected.rejected ?? null, formValues);
  const sentence = consequence.replace(/^n/, 'N');
  const correction = count === 1 ? 'One field needs correction.' : `${count} fields need correction.`;
  if (count === 0) return `${prefix}${describeRule(rejected)} ${sentence}`;
  if (!isRefusedForAccount(rejected)) return `${prefix}${consequence} ${correction}`;
  return `${prefix}${describeReason(rejected)} ${sentence}${count === 1 ? '' : ` ${correction}`}`;
}

/** Whether the order is refused for its account: where one press sends it, there is no field beside which that could stand. */
const isRefusedForAccount = ({ code }: RejectedAction): boolean =>
  [
    'insufficient_margin',
    'position_limit',
    'product_limit',
    'order_size_limit',
    'account_disabled',
    'not_permitted',
  ].includes(code);

/** What became of the order: the venue keeps one that its rules reject, and it can be looked at. */
function describeConsequence(rejected: number | null, { side }: FormValues): readonly [string, string] {
  if (rejected === null) return ['', 'No order was placed.'];
  return [`Order ${rejected} was rejected: `, `nothing was ${side === 'Sell' ? 'sold' : 'bought'}.`];
}

type FindField = (formValues: FormValues, tick: string | null, detail: string) => string | null;

const findNoField: FindField = () => null;

/** The venue names no field: it is the price that is not on the grid, or the only one. */
const findPriceField: FindField = (formValues, tick) => {
  const prices = ['limit_price', 'stop_price'].filter((name) => (formValues[name] ?? '') !== '');
  const isOff = (name: string): boolean => {
    if (tick === null) return false;
    const typed = readTypedPrice(formValues[name] ?? '', tick);
    return 'price' in typed && /^-?\d+(\.\d+)?$/.test(typed.price) && !isMultiple(typed.price, tick);
  };
  return prices.find(isOff) ?? prices[0] ?? null;
};

const useField =
  (name: string): FindField =>
  () =>
    name;

function findLastDayField(formValues: FormValues, _tick: string | null, detail: string): string | null {
  return detail.includes('last day') && (formValues['expire_date'] ?? '') !== '' ? 'expire_date' : null;
}

/** Where a rule of trading is fixed. */
const fieldsByCode: Readonly<Record<string, FindField>> = {
  price_off_tick: findPriceField,
  inconsistent_terms: findPriceField,
  price_out_of_band: findPriceField,
  quantity_invalid: useField('quantity'),
  order_size_limit: useField('quantity'),
  position_limit: useField('quantity'),
  product_limit: useField('quantity'),
  insufficient_margin: useField('quantity'),
  unknown_account: useField('acct_id'),
  account_disabled: useField('acct_id'),
  not_permitted: useField('acct_id'),
  client_order_id_conflict: useField('client_order_id'),
  market_closed: findLastDayField,
  instrument_expired: findLastDayField,
};

/** What to do about it, behind what the venue says. */
const fixes: Readonly<Record<string, string>> = {
  price_out_of_band: 'Choose a price closer to the market.',
  quantity_invalid: 'Enter the number of contracts or shares.',
  order_size_limit: 'Send a smaller order.',
  position_limit: 'Send a smaller order, or cancel others.',
  product_limit: 'Send a smaller order, or cancel others of this product.',
  insufficient_margin: 'Send a smaller order, cancel others, or use another account.',
  daily_limit: 'Until the next session, only orders that reduce the position are accepted.',
  too_many_orders: 'Cancel one that you no longer need.',
  account_disabled: 'Use another account, or ask an administrator to enable it.',
  not_permitted: 'Use an account that you may trade.',
  unknown_account: 'Choose one of your accounts.',
  market_closed: 'Send it when the market is open.',
  instrument_halted: 'Send it when trading resumes.',
  instrument_expired: 'Choose another instrument.',
  unknown_instrument: 'Choose another instrument.',
  order_not_open: 'It can no longer be modified or canceled.',
};

const lastDayFixes: Readonly<Record<string, string>> = {
  market_closed: 'Choose a later date.',
  instrument_expired: 'Choose an earlier date.',
};

function describeRule(rejected: RejectedAction): string {
  if (rejected.code === 'client_order_id_conflict')
    return 'This ticket already placed an order with other terms. To place another order, send it again: it now has a new reference.';
  if (rejected.tick !== undefined) return describeRejectionDetails(rejected);
  return [describeReason(rejected), describeFix(rejected)].filter(Boolean).join(' ');
}

/** The size of the order stands in the form, and its limit in the detail. */
const describeReason = ({ code, detail, ...figures }: RejectedAction): string =>
  [detail, code === 'order_size_limit' ? '' : describeRejectionDetails(figures)].filter(Boolean).join(' ');

const describeFix = ({ code, detail }: RejectedAction): string =>
  (detail.includes('last day') ? lastDayFixes : fixes)[code] ?? '';

const missingFieldText: Readonly<Record<string, string>> = {
  side: 'Choose buy or sell.',
  quantity: 'Enter a quantity as a whole number, such as 5.',
  limit_price: 'Enter a limit price in plain digits.',
  stop_price: 'Enter a stop price in plain digits.',
  time_in_force: 'Choose a time in force.',
  expire_date: 'Choose the last session date.',
  acct_id: 'Choose an account.',
};

const invalidFieldText: Readonly<Record<string, string>> = {
  side: 'Choose buy or sell.',
  quantity: 'Enter the quantity as a whole number, such as 5.',
  limit_price: 'Enter prices in plain digits, such as 4500.25.',
  stop_price: 'Enter prices in plain digits, such as 4500.25.',
  time_in_force: 'This order type does not support that time in force.',
  expire_date: 'The date does not exist: choose another.',
  post_only: 'IOC and FOK orders cannot be post only. Clear post only, or choose another time in force.',
  acct_id: 'Enter the account number.',
  client_order_id: 'A reference has 1 to 64 visible characters.',
  tag: 'A tag has 1 to 64 visible characters.',
};

const numberFields: ReadonlySet<string> = new Set(['quantity', 'limit_price', 'stop_price']);

function describeSeparators(field: string, { [field]: typed = '' }: FormValues): string | null {
  if (field === 'quantity' && /^[1-9]\d{0,2}\.\d{3}$/.test(typed))
    return `“${typed}” may be ${typed.replace('.', '')} or ${Number(typed)}. Write the quantity without a separator.`;
  return numberFields.has(field) ? formatSeparatorHint(typed) : null;
}

/** What is wrong with how a field is filled in. */
function describeFieldIssue(field: string, message: string, formValues: FormValues): string {
  if (message.endsWith('is missing')) return missingFieldText[field] ?? message;
  if (message.includes('is not a field of'))
    return `This order type has no such price: clear the field, or choose another type.`;
  if (field === 'expire_date' && message.includes('belongs to'))
    return 'Only a good-till-date order has a last session: choose that, or clear the date.';
  // It says what was typed, and how to write it.
  if (message.startsWith('“')) return `${message}.`;
  return (
    describeSeparators(field, formValues) ??
    invalidFieldText[field] ??
    (formValues[field] === undefined ? message : `${message}.`)
  );
}
