import { QUANTITY_MAX } from '../../engine/risk.js';
import { isCalendarDate, parseId } from '../../http/wire-values.js';
import { parseAmount } from '../../money/amount.js';
import { type Decimal, parseDecimal } from '../../money/decimal.js';
import { createFigureReader, type FigureReader } from '../../money/decimal-sign.js';

/** A cell as it was typed, a figure with a decimal point, and the reader that says how a figure can be written without doubt. */
export type Cells = Readonly<{
  text: (name: string) => string;
  figure: (name: string) => string;
  reader: FigureReader;
}>;
/** Shortens a value for an error message. */
export const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** An empty cell needs no quotation. */
const refuse = (demand: string, typed: string, form?: string): string =>
  typed === '' ? 'is missing' : `must ${demand}, not “${shorten(typed)}”${form === undefined ? '' : `: ${form}`}`;

/** A column of either table. */
export type ColumnName = 'acct_id' | 'as_of' | 'cash_balance' | 'net_liq' | 'instrument' | 'quantity' | 'price';

export type FaultReporter = (column: ColumnName, message: string) => void;

export const NO_FIGURE: Decimal = { digits: 0, decimals: 0 };

export function readAccountAndDate({ text }: Cells, fault: FaultReporter): Readonly<{ acctId: number; asOf: string }> {
  const [acctId, asOf] = [parseId(text('acct_id')), parseDate(text('as_of'))];
  if (acctId === null) fault('acct_id', `acct_id ${refuse('be the number of an account', text('acct_id'))}`);
  if (asOf === null) fault('as_of', `as_of ${refuse('be a calendar date as YYYY-MM-DD or DD.MM.YYYY', text('as_of'))}`);
  return { acctId: acctId ?? 0, asOf: asOf ?? '' };
}

/** Between points the day comes first everywhere. Other marks have the month first in some countries, so they are no date. */
export function parseDate(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const date = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}

export const readAmount = (cells: Cells, name: ColumnName, fault: FaultReporter): bigint =>
  readFigure(cells, { name, parse: parseAmount, kind: 'an amount of money', decimals: 4 }, fault) ?? 0n;

export const readPrice = (cells: Cells, fault: FaultReporter): Decimal =>
  readFigure(cells, { name: 'price', parse: parseDecimal, kind: 'a decimal number', decimals: 9 }, fault) ?? NO_FIGURE;

type FigureRule<Value> = Readonly<{
  name: ColumnName;
  parse: (text: string) => Value | null;
  kind: string;
  decimals: number;
}>;

function readFigure<Value>(
  { text, figure, reader }: Cells,
  { name, parse, kind, decimals }: FigureRule<Value>,
  fault: FaultReporter,
): Value | null {
  const typed = shorten(text(name));
  const meanings = reader.findReadings(text(name));
  const otherSign = reader.findOtherSign(text(name));
  const value = parse(figure(name));
  if (meanings !== null)
    fault(
      name,
      `${name} may be ${meanings.thousands} or a decimal number: write “${typed}” as ${meanings.thousands} or as ${meanings.decimal}`,
    );
  else if (otherSign !== null)
    fault(
      name,
      `${name} has a decimal point in “${typed}”, but the table has decimal commas as in “${shorten(otherSign)}”: write all its figures with the same sign`,
    );
  else if (value === null) {
    const plain = reader.dropThousands(text(name));
    const isMeant = plain !== null && parse(plain.replace(',', '.')) !== null;
    const form = `at most 15 digits, of those ${decimals} decimals, as in ${reader.example}`;
    fault(name, `${name} ${refuse(`be ${kind}`, typed, isMeant ? `write it as ${plain}` : form)}`);
  }
  return value;
}

export function readQuantity({ text, reader }: Cells, fault: FaultReporter): number {
  const typed = text('quantity');
  const quantity = /^-?(?:0|[1-9]\d{0,9})$/.test(typed) ? Number(typed) || 0 : NaN;
  if (Math.abs(quantity) <= QUANTITY_MAX) return quantity;
  // `1.000` may be one with three decimals.
  const [, one] = /^(-?[1-9]\d{0,2})[.,]000$/.exec(typed) ?? [];
  const plain = reader.dropThousands(typed);
  if (one !== undefined)
    fault('quantity', `quantity may be ${one}000 or ${one}: write “${typed}” as ${one}000 or as ${one}`);
  else {
    const demand = 'be a whole number of at most 1000000000, negative for short positions';
    const isWhole = plain !== null && /^-?\d{1,10}$/.test(plain);
    fault(
      'quantity',
      `quantity ${refuse(demand, typed, isWhole ? `if thousands are meant, write it as ${plain}` : undefined)}`,
    );
  }
  return quantity;
}

/** The fields of the form for money values. */
type TypedMoney = Readonly<Record<'cash_balance' | 'net_liq', string>>;
type TypedFault = Readonly<{ name: keyof TypedMoney; message: string }>;

/** Reads what was typed into a form as if it were a table of semicolons: with decimal points, or with decimal commas. */
export function readTypedMoney(typed: TypedMoney): Readonly<{ figures: TypedMoney; faults: readonly TypedFault[] }> {
  const reader = createFigureReader(Object.values(typed));
  const text = (name: string): string => typed[name as keyof TypedMoney];
  const cells: Cells = { text, figure: (name) => reader.toFigure(text(name)), reader };
  const faults: TypedFault[] = [];
  for (const name of ['cash_balance', 'net_liq'] as const)
    readAmount(cells, name, (_, message) => faults.push({ name, message }));
  return { figures: { cash_balance: cells.figure('cash_balance'), net_liq: cells.figure('net_liq') }, faults };
}
