import { CsvSyntaxError, parseCsv, type CsvRow } from '../../../http/csv-parser.js';
import { parseId, isCalendarDate } from '../../../http/wire-values.js';
import { parseAmount } from '../../../money/amount.js';
import { ROWS_MAX } from '../row-limit.js';
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
export type PositionLine = Readonly<{
  line: number;
  acctId: number;
  asOf: string;
  instrument: string | null;
  quantity: number;
  price: Decimal;
}>;

/** What is known of a line that cannot be read as a whole: what is wrong with that as well is said in the same breath. */
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

const QUANTITY_MAX = 1_000_000_000;

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

type Cells = (name: string) => string;
/** A line, and what is wrong in it: all of it. */
type Reading<Line> = (line: number, cells: Cells, fault: (message: string) => void) => Line;

export const readMoney = (text: string): StatementLines<MoneyLine> => read(text, 'money', moneyIn);

export const readPositions = (text: string): StatementLines<PositionLine> => read(text, 'positions', positionIn);

/** How many lines a table has; what is no table has none. */
export function linesOf(text: string): number {
  try {
    const { rows, uneven } = parseCsv(text, Infinity);
    return rows.length + uneven.length;
  } catch (error) {
    if (error instanceof CsvSyntaxError) return 0;
    throw error;
  }
}

/** The same table again, for what was typed into a form; its cells are in the order of the columns. */
export const moneyTable = (cells: readonly string[]): string =>
  `${needed.money.join(',')}\n${cells.map(quoted).join(',')}`;

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The same for the rows of a list. */
export function positionTable(
  acctId: string,
  asOf: string,
  rows: readonly Readonly<{ instrument: string; quantity: string; price: string }>[],
): string {
  const cells =
    rows.length === 0 ? [['', '', '']] : rows.map(({ instrument, quantity, price }) => [instrument, quantity, price]);
  const lines = cells.map((row) => [acctId, asOf, ...row].map(quoted).join(','));
  return [needed.positions.join(','), ...lines].join('\n');
}

function read<Line>(text: string, kind: StatementKind, lineIn: Reading<Line>): StatementLines<Line> {
  try {
    const { titles, rows, uneven } = parseCsv(text, ROWS_MAX);
    const { places, faults: untitled } = placesOf(titles, kind);
    if (untitled.length > 0) return nothingIn(untitled.map((message) => ({ line: 1, message })));
    if (rows.length + uneven.length === 0)
      return nothingIn([{ line: 1, message: 'There are titles and no lines under them' }]);
    const faults: LineFault[] = uneven.map(({ line, cells }) => ({
      line,
      message: `This line has ${cells.length} cells; the titles are ${titles.length}`,
    }));
    return { ...linesIn(rows, places, { lineIn, faults }), faults };
  } catch (error) {
    if (error instanceof CsvSyntaxError) return nothingIn([{ line: error.line, message: error.message }]);
    throw error;
  }
}

const nothingIn = (faults: readonly LineFault[]): StatementLines<never> => ({ lines: [], broken: [], faults });

function linesIn<Line>(
  rows: readonly CsvRow[],
  places: ReadonlyMap<string, number>,
  { lineIn, faults }: Readonly<{ lineIn: Reading<Line>; faults: LineFault[] }>,
): Pick<StatementLines<Line>, 'lines' | 'broken'> {
  const lines: Line[] = [];
  const broken: BrokenLine[] = [];
  for (const { line, cells: all } of rows) {
    const cells: Cells = (name) => all[places.get(name) ?? -1] ?? '';
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

/** In which column each thing stands; or everything that is wrong with the titles. */
function placesOf(
  titles: readonly string[],
  kind: StatementKind,
): Readonly<{ places: ReadonlyMap<string, number>; faults: readonly string[] }> {
  const places = new Map<string, number>();
  const faults: string[] = [];
  const known: ReadonlySet<string> = new Set(needed[kind]);
  for (const [at, title] of titles.entries()) {
    const plain = title.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const name = known.has(plain) ? plain : (others[plain] ?? plain);
    if (!known.has(name) && !passedOver.has(plain)) faults.push(`The column “${short(title)}” is not known here`);
    else if (places.has(name)) faults.push(`Two columns say ${name}`);
    places.set(name, at);
  }
  faults.push(...[...known].filter((name) => !places.has(name)).map((name) => `The column ${name} is missing`));
  return {
    places,
    faults: faults.map((fault) =>
      fault.startsWith('Two') ? fault : `${fault}; the columns are ${needed[kind].join(', ')}`,
    ),
  };
}

/** Of what somebody wrote, so much that they find it again. */
const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const moneyIn: Reading<MoneyLine> = (line, cells, fault) => {
  return {
    line,
    ...whoAndWhen(cells, fault),
    cashBalance: amountIn(cells, 'cash_balance', fault),
    netLiq: amountIn(cells, 'net_liq', fault),
  };
};

const positionIn: Reading<PositionLine> = (line, cells, fault) => {
  const [instrument, quantity, price] = [cells('instrument'), cells('quantity'), cells('price')];
  const statement = { line, ...whoAndWhen(cells, fault) };
  if (instrument === '' && quantity === '' && price === '')
    return { ...statement, instrument: null, quantity: 0, price: NOTHING };
  if (instrument === '') fault('instrument is empty: it is the id or the symbol of an instrument');
  return { ...statement, instrument, quantity: quantityIn(quantity, fault), price: priceIn(price, fault) };
};

type Fault = (message: string) => void;

const NOTHING: Decimal = { digits: 0, decimals: 0 };

function whoAndWhen(cells: Cells, fault: Fault): Readonly<{ acctId: number; asOf: string }> {
  const [acctId, asOf] = [parseId(cells('acct_id')), cells('as_of')];
  if (acctId === null) fault(`acct_id must be the number of an account, not “${short(cells('acct_id'))}”`);
  if (!isCalendarDate(asOf)) fault(`as_of must be a date that exists, written YYYY-MM-DD, not “${short(asOf)}”`);
  return { acctId: acctId ?? 0, asOf };
}

function amountIn(cells: Cells, name: string, fault: Fault): bigint {
  const amount = parseAmount(cells(name));
  if (amount === null)
    fault(
      `${name} must be an amount of money, not “${short(cells(name))}”: at most 15 digits, 4 of them behind the point, and nothing between them`,
    );
  return amount ?? 0n;
}

function quantityIn(text: string, fault: Fault): number {
  const quantity = /^-?(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) || 0 : NaN;
  if (!(Math.abs(quantity) <= QUANTITY_MAX))
    fault(`quantity must be a whole number of at most 1000000000, negative where it was sold, not “${short(text)}”`);
  return quantity;
}

function priceIn(text: string, fault: Fault): Decimal {
  const price = parseDecimal(text);
  if (price === null)
    fault(
      `price must be a decimal number, not “${short(text)}”: at most 15 digits, 9 of them behind the point, and nothing between them`,
    );
  return price ?? NOTHING;
}
