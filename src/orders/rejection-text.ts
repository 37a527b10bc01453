import type { ProblemValues } from '../errors/domain-error.js';
import { countDecimals } from '../money/decimal.js';
import type { FieldRejection } from './actions/field-rejections.js';
import { toRejectionDetailsView } from './rejection-details.view.js';
import { type FigureTexts, formatReferencePrice, toFigureTexts } from './figure-texts.js';
import { describeFix, findFieldToFix, type TicketValues, isRefusedForAccount } from './trading-rules.js';
import { formatSeparatorHint } from '../pages/number-format.js';

/** The figures of a refusal as a sentence: what it would take, what there is, and where the limit stands. Nothing where there are none. `decimals` are those of the instrument. */
export function describeRejectionDetails(details: ProblemValues, decimals: number): string {
  const texts = toFigureTexts(details, decimals);
  switch (texts?.kind) {
    case 'margin':
      return `It requires ${texts.required} ${texts.currency}; ${texts.available} is available: ${texts.used} of ${texts.buyingPower} is in use.`;
    case 'tick':
      return describeTick(texts);
    case 'band':
      return `The price band is ${texts.low} to ${texts.high}.`;
    case 'loss':
      return `The loss is ${texts.loss} ${texts.currency}; the limit is ${texts.limit}.`;
    case 'size':
      return `It would be ${texts.size}; the limit is ${texts.limit}.`;
    case undefined:
      return '';
  }
}

function describeTick({ tick, nearest: [first, second] }: Extract<FigureTexts, { kind: 'tick' }>): string {
  const sentence = `The price tick is ${tick}`;
  if (first === undefined) return `${sentence}.`;
  return second === undefined
    ? `${sentence}; the nearest is ${first}.`
    : `${sentence}; the nearest are ${first} and ${second}.`;
}

/** Why it was refused, with the figures that are known. */
export const describeReasonWithFigures = (detail: string, figures: ProblemValues, decimals: number): string =>
  [formatReferencePrice(detail, figures, decimals), describeRejectionDetails(figures, decimals)]
    .filter(Boolean)
    .join(' ');

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
export function describeRejection(rejected: RejectedAction, typed: TicketValues, tick: string | null): RejectionText {
  const formValues = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
  const fieldErrors = sortByFormOrder(describeFields(rejected, formValues, tick));
  return {
    fieldErrors,
    formError: describeWholeOrder(rejected, formValues, Object.keys(fieldErrors).length, toDecimals(tick)),
  };
}

/** Without an instrument, no price of one is said. */
const toDecimals = (tick: string | null): number => countDecimals(tick ?? '');

/** What cannot be read, what the rules refuse, and where no field was named, the one by which a rule is fixed. */
function describeFields(
  rejected: RejectedAction,
  formValues: TicketValues,
  tick: string | null,
): Record<string, string> {
  const { code, errors = [], faults: fieldRejections = [] } = rejected;
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
          : describeRule(
              { code: fieldCode, detail: fieldDetail, ...(figures && toRejectionDetailsView(figures)) },
              toDecimals(tick),
            ),
      ] as const,
  );
  const fieldToFix = fieldRejections.some((rejection) => rejection.code === code)
    ? null
    : findFieldToFix(rejected, formValues, tick);
  const describeOther = isRefusedForAccount(rejected) ? describeFix : describeRule;
  const otherField = fieldToFix === null ? [] : [[fieldToFix, describeOther(rejected, toDecimals(tick))] as const];
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
function describeWholeOrder(
  rejected: RejectedAction,
  formValues: TicketValues,
  count: number,
  decimals: number,
): string {
  const [prefix, consequence] = describeConsequence(rejected.rejected ?? null, formValues);
  const sentence = consequence.replace(/^n/, 'N');
  const correction = count === 1 ? 'One field needs correction.' : `${count} fields need correction.`;
  if (count === 0) return `${prefix}${describeRule(rejected, decimals)} ${sentence}`;
  if (!isRefusedForAccount(rejected)) return `${prefix}${consequence} ${correction}`;
  return `${prefix}${describeReason(rejected, decimals)} ${sentence}${count === 1 ? '' : ` ${correction}`}`;
}

/** What became of the order: the venue keeps one that its rules reject, and it can be looked at. */
function describeConsequence(rejected: number | null, { side }: TicketValues): readonly [string, string] {
  if (rejected === null) return ['', 'No order was placed.'];
  return [`Order ${rejected} was rejected: `, `nothing was ${side === 'Sell' ? 'sold' : 'bought'}.`];
}

function describeRule(rejected: RejectedAction, decimals: number): string {
  if (rejected.code === 'client_order_id_conflict')
    return 'This ticket already placed an order with other terms. To place another order, send it again: it now has a new reference.';
  if (rejected.tick !== undefined) return describeRejectionDetails(rejected, decimals);
  return [describeReason(rejected, decimals), describeFix(rejected)].filter(Boolean).join(' ');
}

/** The size of the order stands in the form, and its limit in the detail. */
const describeReason = ({ code, detail, ...figures }: RejectedAction, decimals: number): string =>
  code === 'order_size_limit' ? detail : describeReasonWithFigures(detail, figures, decimals);

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

function describeSeparators(field: string, { [field]: typed = '' }: TicketValues): string | null {
  if (field === 'quantity' && /^[1-9]\d{0,2}\.\d{3}$/.test(typed))
    return `“${typed}” may be ${typed.replace('.', '')} or ${Number(typed)}. Write the quantity without a separator.`;
  return numberFields.has(field) ? formatSeparatorHint(typed) : null;
}

/** What is wrong with how a field is filled in. */
function describeFieldIssue(field: string, message: string, formValues: TicketValues): string {
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
