import { CsvRefused, readCsv, type Row } from '../../../http/csv-rows.js';
import { idFrom, isCalendarDate } from '../../../http/wire-values.js';
import { parseAmount } from '../../../money/amount.js';
import { type Decimal, parseDecimal } from '../../../money/decimal.js';

/**
 * The statements that stand in a table: money values, one a line, or lines of lists of reference positions. The columns are those of the
 * interface, in any order; whatever else our own tables have is passed over, so that what was taken out can be sent back. Every line that
 * is wrong is named.
 */
export type StatementKind = 'money' | 'positions';

export type LineFault = Readonly<{ line: number; message: string }>;
export type MoneyLine = Readonly<{ line: number; acctId: number; asOf: string; cashBalance: bigint; netLiq: bigint }>;
/** `instrument` is an id or a symbol, as written. A line without an instrument only says that there is a list: alone, it is an account without positions. */
export type PositionLine = Readonly<{ line: number; acctId: number; asOf: string; instrument: string | null; quantity: number; price: Decimal }>;

export type StatementLines<Line> = Readonly<{ lines: readonly Line[]; faults: readonly LineFault[] }>;

/** As many as one list may have. */
const LINES_MAX = 5000;
const QUANTITY_MAX = 1_000_000_000;

const others: Readonly<Record<string, string>> = { account: 'acct_id', account_id: 'acct_id', date: 'as_of', cash: 'cash_balance', net_liquidation: 'net_liq', symbol: 'instrument', instrument_id: 'instrument' };
const passedOver: ReadonlySet<string> = new Set(['id', 'version', 'posted_at', 'posted_by', 'currency', 'name']);

const needed = { money: ['acct_id', 'as_of', 'cash_balance', 'net_liq'], positions: ['acct_id', 'as_of', 'instrument', 'quantity', 'price'] } as const;

type Cells = (name: string) => string;

export const readMoney = (text: string): StatementLines<MoneyLine> => read(text, 'money', moneyIn);

export const readPositions = (text: string): StatementLines<PositionLine> => read(text, 'positions', positionIn);

/** The same table again, for what was typed into a form. */
export function positionTable(acctId: string, asOf: string, rows: readonly Readonly<{ instrument: string; quantity: string; price: string }>[]): string {
  const cells = rows.length === 0 ? [['', '', '']] : rows.map(({ instrument, quantity, price }) => [instrument, quantity, price]);
  const lines = cells.map((row) => [acctId, asOf, ...row].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  return [needed.positions.join(','), ...lines].join('\n');
}

function read<Line>(text: string, kind: StatementKind, lineIn: (row: Row, cells: Cells) => Line): StatementLines<Line> {
  try {
    const { titles, rows } = readCsv(text, LINES_MAX);
    const placeOf = placesOf(titles, kind);
    const lines: Line[] = [];
    const faults: LineFault[] = [];
    for (const row of rows) {
      try {
        lines.push(lineIn(row, (name) => row.cells[placeOf.get(name) ?? -1] ?? ''));
      } catch (error) {
        if (!(error instanceof CsvRefused)) throw error;
        faults.push({ line: error.line, message: error.message });
      }
    }
    return { lines, faults: rows.length === 0 ? [{ line: 1, message: 'There are titles and no lines under them' }] : faults };
  } catch (error) {
    if (error instanceof CsvRefused) return { lines: [], faults: [{ line: error.line, message: error.message }] };
    throw error;
  }
}

/** In which column each thing stands. */
function placesOf(titles: readonly string[], kind: StatementKind): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const known: ReadonlySet<string> = new Set(needed[kind]);
  for (const [at, title] of titles.entries()) {
    const plain = title.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const name = known.has(plain) ? plain : (others[plain] ?? plain);
    if (!known.has(name) && !passedOver.has(plain)) throw new CsvRefused(1, `The column “${title}” is not known here; the columns are ${needed[kind].join(', ')}`);
    if (places.has(name)) throw new CsvRefused(1, `Two columns say ${name}`);
    places.set(name, at);
  }
  const missing = [...known].find((name) => !places.has(name));
  if (missing !== undefined) throw new CsvRefused(1, `The column ${missing} is missing; the columns are ${needed[kind].join(', ')}`);
  return places;
}

function moneyIn({ line }: Row, cells: Cells): MoneyLine {
  return { line, ...whoAndWhen(line, cells), cashBalance: amountIn(line, cells, 'cash_balance'), netLiq: amountIn(line, cells, 'net_liq') };
}

function positionIn({ line }: Row, cells: Cells): PositionLine {
  const [instrument, quantity, price] = [cells('instrument'), cells('quantity'), cells('price')];
  const statement = { line, ...whoAndWhen(line, cells) };
  if (instrument === '' && quantity === '' && price === '') return { ...statement, instrument: null, quantity: 0, price: { digits: 0, decimals: 0 } };
  if (instrument === '') throw new CsvRefused(line, 'instrument is empty: it is the id or the symbol of an instrument');
  return { ...statement, instrument, quantity: quantityIn(line, quantity), price: priceIn(line, price) };
}

function whoAndWhen(line: number, cells: Cells): Readonly<{ acctId: number; asOf: string }> {
  const [acctId, asOf] = [idFrom(cells('acct_id')), cells('as_of')];
  if (acctId === null) throw new CsvRefused(line, `acct_id must be the number of an account, not “${cells('acct_id')}”`);
  if (!isCalendarDate(asOf)) throw new CsvRefused(line, `as_of must be a date that exists, written YYYY-MM-DD, not “${cells('as_of')}”`);
  return { acctId, asOf };
}

function amountIn(line: number, cells: Cells, name: string): bigint {
  const amount = parseAmount(cells(name));
  if (amount === null) throw new CsvRefused(line, `${name} must be an amount of money, not “${cells(name)}”: at most 15 digits, 4 of them behind the point, and nothing between them`);
  return amount;
}

function quantityIn(line: number, text: string): number {
  const quantity = /^-?(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) || 0 : NaN;
  if (!(Math.abs(quantity) <= QUANTITY_MAX)) throw new CsvRefused(line, `quantity must be a whole number of at most 1000000000, negative where it was sold, not “${text}”`);
  return quantity;
}

function priceIn(line: number, text: string): Decimal {
  const price = parseDecimal(text);
  if (price === null) throw new CsvRefused(line, `price must be a decimal number, not “${text}”: at most 15 digits, 9 of them behind the point, and nothing between them`);
  return price;
}
