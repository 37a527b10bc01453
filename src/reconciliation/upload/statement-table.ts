import { QUANTITY_MAX } from '../../engine/risk.js';
import { CsvSyntaxError, parseCsv, type CsvRow } from './csv-table.js';
import { parseId, isCalendarDate } from '../../http/wire-values.js';
import { parseAmount } from '../../money/amount.js';
import { ROWS_MAX } from '../row-limit.js';
import { type Decimal, parseDecimal } from '../../money/decimal.js';

/** A row of the position form. */
type TypedRow = Readonly<{ instrument: string; quantity: string; price: string }>;

/** The rows of a form in their order, without empty rows and without fields that are not rows. */
export function parseTypedRows(rows: Readonly<Record<string, unknown>>): TypedRow[] {
  const numbered = Object.entries(rows).filter(
    ([name, row]) => /^\d{1,4}$/.test(name) && typeof row === 'object' && row !== null,
  );
  return numbered
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, row]) => row as Readonly<Record<string, unknown>>)
    .map((row) => ({
      instrument: toText(row['instrument']),
      quantity: toText(row['quantity']),
      price: toText(row['price']),
    }))
    .filter(({ instrument, quantity, price }) => instrument + quantity + price !== '');
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Reads the statements of a CSV table: money values, one per line, or the rows of lists of reference positions. The columns have
 * the names of the API fields, in any order. Other columns of our own CSV exports are ignored, so that an export can be uploaded
 * again. Every invalid line is reported.
 */
export type StatementKind = 'money' | 'positions';

export type LineFault = Readonly<{ line: number; message: string }>;
export type MoneyLine = Readonly<{ line: number; acctId: number; asOf: string; cashBalance: bigint; netLiq: bigint }>;
/** `instrument` is an id or a symbol, as typed. A line without an instrument stands for a list; alone, for an account without positions. */
export type PositionLine = Readonly<{
  line: number;
  acctId: number;
  asOf: string;
  instrument: string | null;
  quantity: number;
  price: Decimal;
}>;

/** The readable fields of an invalid line. They are validated as well, so that all errors are reported at once. */
export type BrokenLine = Readonly<{
  line: number;
  acctId: number | null;
  asOf: string | null;
  instrument: string | null;
}>;

export type StatementLines<Line> = Readonly<{
  lines: readonly Line[];
  broken: readonly BrokenLine[];
  faults: readonly LineFault[];
}>;

const others: Readonly<Record<string, string>> = {
  account: 'acct_id',
  account_id: 'acct_id',
  date: 'as_of',
  cash: 'cash_balance',
  net_liquidation: 'net_liq',
  symbol: 'instrument',
  instrument_id: 'instrument',
};
const passedOver: ReadonlySet<string> = new Set(['id', 'version', 'posted_at', 'posted_by', 'currency', 'name']);

const needed = {
  money: ['acct_id', 'as_of', 'cash_balance', 'net_liq'],
  positions: ['acct_id', 'as_of', 'instrument', 'quantity', 'price'],
} as const;

type CellReader = (name: string) => string;
/** Reads a line and reports all of its errors. */
type LineReader<Line> = (line: number, cells: CellReader, fault: (message: string) => void) => Line;

export const readMoney = (text: string): StatementLines<MoneyLine> => read(text, 'money', readMoneyLine);

export const readPositions = (text: string): StatementLines<PositionLine> => read(text, 'positions', readPositionLine);

/** The number of lines of a table; 0 if the text is no CSV table. */
export function countLines(text: string): number {
  try {
    const { rows, uneven } = parseCsv(text, Infinity);
    return rows.length + uneven.length;
  } catch (error) {
    if (error instanceof CsvSyntaxError) return 0;
    throw error;
  }
}

/** Builds the table from the values of a form. The cells are in the order of the columns. */
export const writeMoneyTable = (cells: readonly string[]): string =>
  `${needed.money.join(',')}\n${cells.map(quoteCell).join(',')}`;

const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Builds the table from the rows of a form. */
export function writePositionTable(
  acctId: string,
  asOf: string,
  rows: readonly Readonly<{ instrument: string; quantity: string; price: string }>[],
): string {
  const cells =
    rows.length === 0 ? [['', '', '']] : rows.map(({ instrument, quantity, price }) => [instrument, quantity, price]);
  const lines = cells.map((row) => [acctId, asOf, ...row].map(quoteCell).join(','));
  return [needed.positions.join(','), ...lines].join('\n');
}

function read<Line>(text: string, kind: StatementKind, lineIn: LineReader<Line>): StatementLines<Line> {
  try {
    const { titles, rows, uneven } = parseCsv(text, ROWS_MAX);
    const { places, faults: untitled } = locateColumns(titles, kind);
    if (untitled.length > 0) return createEmptyLines(untitled.map((message) => ({ line: 1, message })));
    if (rows.length + uneven.length === 0)
      return createEmptyLines([{ line: 1, message: 'The table has column titles but no lines' }]);
    const faults: LineFault[] = uneven.map(({ line, cells }) => ({
      line,
      message: `This line has ${cells.length} cells, but there are ${titles.length} column titles`,
    }));
    return { ...readLines(rows, places, { lineIn, faults }), faults };
  } catch (error) {
    if (error instanceof CsvSyntaxError) return createEmptyLines([{ line: error.line, message: error.message }]);
    throw error;
  }
}

const createEmptyLines = (faults: readonly LineFault[]): StatementLines<never> => ({ lines: [], broken: [], faults });

function readLines<Line>(
  rows: readonly CsvRow[],
  places: ReadonlyMap<string, number>,
  { lineIn, faults }: Readonly<{ lineIn: LineReader<Line>; faults: LineFault[] }>,
): Pick<StatementLines<Line>, 'lines' | 'broken'> {
  const lines: Line[] = [];
  const broken: BrokenLine[] = [];
  for (const { line, cells: all } of rows) {
    const cells: CellReader = (name) => all[places.get(name) ?? -1] ?? '';
    const before = faults.length;
    const read = lineIn(line, cells, (message) => faults.push({ line, message }));
    if (faults.length === before) lines.push(read);
    else
      broken.push({
        line,
        acctId: parseId(cells('acct_id')),
        asOf: isCalendarDate(cells('as_of')) ? cells('as_of') : null,
        instrument: cells('instrument') || null,
      });
  }
  return { lines, broken };
}

/** The index of each column, and all errors of the titles. */
function locateColumns(
  titles: readonly string[],
  kind: StatementKind,
): Readonly<{ places: ReadonlyMap<string, number>; faults: readonly string[] }> {
  const places = new Map<string, number>();
  const faults: string[] = [];
  const known: ReadonlySet<string> = new Set(needed[kind]);
  for (const [at, title] of titles.entries()) {
    const plain = title.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const name = known.has(plain) ? plain : (others[plain] ?? plain);
    if (!known.has(name) && !passedOver.has(plain)) faults.push(`Unknown column “${shorten(title)}”`);
    else if (places.has(name)) faults.push(`Two columns for ${name}`);
    places.set(name, at);
  }
  faults.push(...[...known].filter((name) => !places.has(name)).map((name) => `Missing column ${name}`));
  return {
    places,
    faults: faults.map((fault) =>
      fault.startsWith('Two') ? fault : `${fault}; the columns are ${needed[kind].join(', ')}`,
    ),
  };
}

/** Shortens a value for an error message. */
const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const readMoneyLine: LineReader<MoneyLine> = (line, cells, fault) => {
  return {
    line,
    ...readAccountAndDate(cells, fault),
    cashBalance: readAmount(cells, 'cash_balance', fault),
    netLiq: readAmount(cells, 'net_liq', fault),
  };
};

const readPositionLine: LineReader<PositionLine> = (line, cells, fault) => {
  const [instrument, quantity, price] = [cells('instrument'), cells('quantity'), cells('price')];
  const statement = { line, ...readAccountAndDate(cells, fault) };
  if (instrument === '' && quantity === '' && price === '')
    return { ...statement, instrument: null, quantity: 0, price: NOTHING };
  if (instrument === '') fault('instrument is empty: enter the id or the symbol of an instrument');
  return { ...statement, instrument, quantity: readQuantity(quantity, fault), price: readPrice(price, fault) };
};

type FaultReporter = (message: string) => void;

const NOTHING: Decimal = { digits: 0, decimals: 0 };

function readAccountAndDate(cells: CellReader, fault: FaultReporter): Readonly<{ acctId: number; asOf: string }> {
  const [acctId, asOf] = [parseId(cells('acct_id')), cells('as_of')];
  if (acctId === null) fault(`acct_id must be the number of an account, not “${shorten(cells('acct_id'))}”`);
  if (!isCalendarDate(asOf)) fault(`as_of must be a calendar date as YYYY-MM-DD, not “${shorten(asOf)}”`);
  return { acctId: acctId ?? 0, asOf };
}

function readAmount(cells: CellReader, name: string, fault: FaultReporter): bigint {
  const amount = parseAmount(cells(name));
  if (amount === null)
    fault(
      `${name} must be an amount of money, not “${shorten(cells(name))}”: at most 15 digits, of those 4 decimals, without separators`,
    );
  return amount ?? 0n;
}

function readQuantity(text: string, fault: FaultReporter): number {
  const quantity = /^-?(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) || 0 : NaN;
  if (!(Math.abs(quantity) <= QUANTITY_MAX))
    fault(
      `quantity must be a whole number of at most 1000000000, negative for short positions, not “${shorten(text)}”`,
    );
  return quantity;
}

function readPrice(text: string, fault: FaultReporter): Decimal {
  const price = parseDecimal(text);
  if (price === null)
    fault(
      `price must be a decimal number, not “${shorten(text)}”: at most 15 digits, of those 9 decimals, without separators`,
    );
  return price ?? NOTHING;
}
