import { CsvSyntaxError, parseCsv, type CsvRow, type CsvTable } from './csv-table.js';
import { parseId } from '../../http/wire-values.js';
import { type Decimal, parseDecimal } from '../../money/decimal.js';
import { createFigureReader, type FigureReader, PLAIN_FIGURES } from '../../money/decimal-sign.js';
import { ROWS_MAX } from '../row-limit.js';
import {
  type Cells,
  type ColumnName,
  type FaultReporter,
  NO_FIGURE,
  parseDate,
  readAccountAndDate,
  readAmount,
  readPrice,
  readQuantity,
  shorten,
} from './statement-cells.js';

/**
 * Reads the statements of a CSV table: money values, one per line, or the rows of lists of reference positions. The columns have
 * the names of the API fields, in any order. Other columns of our own CSV exports are ignored, so that an export can be uploaded
 * again. Dates are written 2026-11-26 or 26.11.2026. A table whose separator is not the comma may write its figures with a decimal comma, and then with points between the
 * thousands before it: its figures must prove which sign is the decimal sign where one of them could be a thousand as well. Every
 * invalid line is reported.
 */
export type StatementKind = 'money' | 'positions';

/** The columns of each table. */
export const COLUMNS = {
  money: ['acct_id', 'as_of', 'cash_balance', 'net_liq'],
  positions: ['acct_id', 'as_of', 'instrument', 'quantity', 'price'],
} as const;

/** `column` is missing where the error is of the whole line. */
export type LineFault = Readonly<{ line: number; column?: ColumnName; message: string }>;
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
  price: Decimal | null;
}>;

export type StatementLines<Line> = Readonly<{
  lines: readonly Line[];
  broken: readonly BrokenLine[];
  faults: readonly LineFault[];
  /** What the lines were read from; null for text that is no table. */
  table: CsvTable | null;
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

/** Reads a line and reports all of its errors. */
type LineReader<Line> = (line: number, cells: Cells, fault: FaultReporter) => Line;

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

function read<Line>(text: string, kind: StatementKind, lineIn: LineReader<Line>): StatementLines<Line> {
  try {
    const table = parseCsv(text, ROWS_MAX);
    const { separator, titles, rows, uneven } = table;
    const { places, faults: untitled } = locateColumns(titles, kind);
    if (untitled.length > 0)
      return createEmptyLines(
        untitled.map((message) => ({ line: 1, message })),
        table,
      );
    if (rows.length + uneven.length === 0)
      return createEmptyLines([{ line: 1, message: 'The table has column titles but no lines' }], table);
    const faults: LineFault[] = uneven.map(({ line, cells }) => ({
      line,
      message: `This line has ${cells.length} cells, but there are ${titles.length} column titles`,
    }));
    const reader = separator === ',' ? PLAIN_FIGURES : createFigureReader(listFigures(rows, places));
    return { ...readLines(rows, places, { lineIn, reader, faults }), faults, table };
  } catch (error) {
    if (error instanceof CsvSyntaxError) return createEmptyLines([{ line: error.line, message: error.message }]);
    throw error;
  }
}

export const FIGURES = ['cash_balance', 'net_liq', 'quantity', 'price'] as const;

const listFigures = (rows: readonly CsvRow[], places: ReadonlyMap<string, number>): string[] =>
  rows.flatMap(({ cells }) => FIGURES.map((name) => cells[places.get(name) ?? -1] ?? ''));

const createEmptyLines = (faults: readonly LineFault[], table: CsvTable | null = null): StatementLines<never> => ({
  lines: [],
  broken: [],
  faults,
  table,
});

function readLines<Line>(
  rows: readonly CsvRow[],
  places: ReadonlyMap<string, number>,
  { lineIn, reader, faults }: Readonly<{ lineIn: LineReader<Line>; reader: FigureReader; faults: LineFault[] }>,
): Pick<StatementLines<Line>, 'lines' | 'broken'> {
  const lines: Line[] = [];
  const broken: BrokenLine[] = [];
  for (const { line, cells: all } of rows) {
    const text = (name: string): string => all[places.get(name) ?? -1] ?? '';
    const before = faults.length;
    const typed: Cells = { text, figure: (name) => reader.toFigure(text(name)), reader };
    const read = lineIn(line, typed, (column, message) => faults.push({ line, column, message }));
    if (faults.length === before) lines.push(read);
    else
      broken.push({
        line,
        acctId: parseId(text('acct_id')),
        asOf: parseDate(text('as_of')),
        instrument: text('instrument') || null,
        price: faults.slice(before).some(({ column }) => column === 'price')
          ? null
          : parseDecimal(typed.figure('price')),
      });
  }
  return { lines, broken };
}

const toPlainTitle = (title: string): string => title.toLowerCase().replaceAll(/[\s-]+/g, '_');

/** The name of a column, by which errors call it. */
export const toColumnName = (title: string): string => others[toPlainTitle(title)] ?? toPlainTitle(title);

/** The index of each column, and all errors of the titles. */
function locateColumns(
  titles: readonly string[],
  kind: StatementKind,
): Readonly<{ places: ReadonlyMap<string, number>; faults: readonly string[] }> {
  const places = new Map<string, number>();
  const faults: string[] = [];
  const known: ReadonlySet<string> = new Set(COLUMNS[kind]);
  for (const [at, title] of titles.entries()) {
    const plain = toPlainTitle(title);
    const name = known.has(plain) ? plain : (others[plain] ?? plain);
    if (!known.has(name) && !passedOver.has(plain)) faults.push(`Unknown column “${shorten(title)}”`);
    else if (places.has(name)) faults.push(`Two columns for ${name}`);
    places.set(name, at);
  }
  faults.push(...[...known].filter((name) => !places.has(name)).map((name) => `Missing column ${name}`));
  return {
    places,
    faults: faults.map((fault) =>
      fault.startsWith('Two') ? fault : `${fault}; the columns are ${COLUMNS[kind].join(', ')}`,
    ),
  };
}

const readMoneyLine: LineReader<MoneyLine> = (line, cells, fault) => {
  return {
    line,
    ...readAccountAndDate(cells, fault),
    cashBalance: readAmount(cells, 'cash_balance', fault),
    netLiq: readAmount(cells, 'net_liq', fault),
  };
};

const readPositionLine: LineReader<PositionLine> = (line, cells, fault) => {
  const [instrument, quantity, price] = [cells.text('instrument'), cells.text('quantity'), cells.text('price')];
  const statement = { line, ...readAccountAndDate(cells, fault) };
  if (instrument === '' && quantity === '' && price === '')
    return { ...statement, instrument: null, quantity: 0, price: NO_FIGURE };
  if (instrument === '') fault('instrument', 'instrument is missing: enter the id or the symbol of an instrument');
  return { ...statement, instrument, quantity: readQuantity(cells, fault), price: readPrice(cells, fault) };
};
