import { isId } from '../../http/wire-values.js';
import type { ModificationFormView } from './order-forms.view.js';
import type { OrderTicketView, OtherAccountView } from './order-ticket.view.js';

type TicketInstrument = NonNullable<OrderTicketView['instrument']>;

/** The owner is the last: only an account of another user has one. */
const ACCOUNT_FIELDS = ['id', 'name', 'currency', 'owner'] as const;
const INSTRUMENT_FIELDS = [
  ...(['id', 'symbol', 'product', 'currency', 'status'] as const),
  ...(['expiration', 'tick_size', 'tick_value', 'max_quantity'] as const),
];

/**
 * The ticket carries the values it was shown with, so that it can be shown again when it is rejected: the endpoint does
 * not know accounts and ticks. A user who changes the field changes only their own page; a malformed field counts as
 * missing. Lists without names, because the page of an instrument has a ticket and one for each position.
 */
export const serializeTicket = ({ accounts, has_more_accounts: hasMore, instrument }: OrderTicketView): string =>
  JSON.stringify([
    accounts.map((account) => ACCOUNT_FIELDS.flatMap((name) => account[name] ?? [])),
    Number(hasMore),
    instrument && INSTRUMENT_FIELDS.map((name) => instrument[name]),
  ]);

export function parseTicket(
  text: string | undefined,
): Pick<OrderTicketView, 'accounts' | 'has_more_accounts' | 'other' | 'others' | 'instrument'> | null {
  const { 0: rows, 1: hasMore, 2: values } = parseJsonObject(text);
  if (!Array.isArray(rows)) return null;
  const accounts = rows.map((row) => toFields(ACCOUNT_FIELDS, row));
  const instrument = toFields(INSTRUMENT_FIELDS, values);
  if (!accounts.every(isAccount) || !isInstrument(instrument)) return null;
  // The market status is omitted: the rejection is newer than the page.
  return {
    accounts,
    instrument: { ...instrument, pause: null },
    has_more_accounts: hasMore === 1,
    other: accounts.find(isOther) ?? null,
    others: null,
  };
}

const toFields = (names: readonly string[], values: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name, at) => [name, Array.isArray(values) ? (values as unknown[])[at] : undefined]));

/** The position that a form closes or reverses; null for other forms. */
export const parseExpectedPosition = (text = ''): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null);

function parseJsonObject(text = ''): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const hasTexts = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

const hasId = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && isId((value as { id?: unknown }).id);

const isAccount = (value: unknown): value is OrderTicketView['accounts'][number] =>
  hasId(value) && hasTexts(value, 'name', 'currency');

const isOther = (account: OrderTicketView['accounts'][number]): account is OtherAccountView =>
  typeof account.owner === 'string';

function isInstrument(value: unknown): value is TicketInstrument {
  return (
    hasId(value) &&
    hasTexts(value, 'symbol', 'product', 'currency', 'status') &&
    hasDecimals(value, 'tick_size', 'tick_value') &&
    isId((value as Partial<TicketInstrument>).max_quantity)
  );
}

const hasDecimals = (value: object, ...names: readonly string[]): boolean =>
  names.every((name) => /^\d{1,15}(\.\d{1,9})?$/.test(String((value as Record<string, unknown>)[name])));

/** As with the ticket, the form carries the values it was shown with. */
export const serializeModifiedOrder = ({ order }: ModificationFormView): string => JSON.stringify(order);

export function parseModifiedOrder(text: string | undefined): ModificationFormView['order'] | null {
  const order = parseJsonObject(text);
  return isOrder(order) ? order : null;
}

const fieldPatterns = {
  symbol: /^.{1,32}$/,
  side: /^(Buy|Sell)$/,
  order_type: /^(Limit|Market|Stop|StopLimit)$/,
  is_open: /^(true|false)$/,
  is_waiting: /^(true|false)$/,
  filled_quantity: /^\d{1,10}$/,
  tick_size: /^\d{1,15}(\.\d{1,9})?$/,
} as const;

function isOrder(fields: object): fields is ModificationFormView['order'] {
  const values = fields as Readonly<Record<string, unknown>>;
  if (!isId(values['id']) || !isId(values['version'])) return false;
  return Object.entries(fieldPatterns).every(
    ([name, pattern]) =>
      ['string', 'number', 'boolean'].includes(typeof values[name]) && pattern.test(String(values[name])),
  );
}
