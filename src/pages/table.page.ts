import { toDigits, toPaddingClass, measureFraction } from './number-format.js';
import { type Html, html } from './html.js';
import {
  formatCount,
  formatDifference,
  formatExactGain,
  formatExactMoney,
  formatGain,
  formatMoney,
  getToneClass,
  isLostByRounding,
  isShortened,
} from './money.page.js';
import type { PageContext } from './page.js';
import {
  type ColumnHead,
  listShownColumns,
  renderHead,
  renderTableTools,
  type TableSettings,
} from './table-settings.page.js';

type TableNumber = Readonly<{ rawJSON: string }> | number | null;

/** Text, or figures aligned at the decimal point. */
export type TableColumn<Row> = Readonly<
  ColumnHead & { /** The attribute by which a script finds the cell to update. */ key?: string } & (
      TextColumn<Row> | NumberColumn<Row>
    )
>;

/** In a card it has a label, unless it says itself what it is (`isPlain`), as the first one does. `isFigure`: a figure with a link or a word around it, aligned as figures are. */
type TextColumn<Row> = Readonly<{ cell: (row: Row) => Html; isPlain?: boolean; isFigure?: boolean }>;
/**
 * A number, a count, a difference of counts, a price among several instruments (without a common decimal point), an amount, or a gain.
 * Amounts are rounded to the decimals of the currency of their row, unless the column would not add up to its totals then; `isExact` ones,
 * such as what was typed, have every digit. Where a figure is shortened, its title is exact.
 */
type NumberColumn<Row> = Readonly<{ exact?: (row: Row) => TableNumber }> &
  Readonly<
    | { figure: (row: Row) => TableNumber }
    | { count: (row: Row) => TableNumber }
    | { difference: (row: Row) => TableNumber }
    | { price: (row: Row) => TableNumber }
    | { money: (row: Row) => TableNumber; isExact?: boolean }
    | { gain: (row: Row) => TableNumber; isExact?: boolean }
  >;

/** A row of sums below the others, where one of its columns is shown. Figures are found by the key of their column. */
export type TableTotal = Readonly<{
  id?: string;
  label: string;
  currency?: string;
  sums: Readonly<Record<string, TableNumber>>;
}>;

/**
 * `rowAttributes` adds attributes to a row, such as an id for scripts. Rows of text become cards on narrow screens. With
 * `settings`, the columns are those that the browser shows, and heads sort the list.
 */
type TableOptions<Row> = Readonly<{
  rowAttributes?: (row: Row) => Html;
  areCards?: boolean;
  totals?: readonly TableTotal[];
  /** Of amounts in rows without a `currency` of their own. */
  currency?: string;
  settings?: TableSettings | undefined;
}>;

/** Rows under their titles; scrolls by itself if wider than the page. */
export function renderTable<Row>(
  name: string,
  rows: readonly Row[],
  offeredColumns: readonly TableColumn<Row>[],
  {
    rowAttributes = () => noAttributes,
    areCards = false,
    totals: offeredTotals = [],
    currency,
    settings,
  }: TableOptions<Row> = {},
): Html {
  const columns = listShownColumns(offeredColumns, settings);
  const totals = offeredTotals.filter(({ sums }) => columns.some(({ key = '' }) => key in sums));
  const path = settings?.context.path;
  const cells = columns.map((column, index) => {
    const isPlain = 'cell' in column && (column.isPlain ?? (index === 0 || column.isFixed === true));
    return createCellRenderer(column, rows, { areCards, isPlain, totals, currency });
  });
  return html`<section class="scroll" tabindex="0" aria-label="${name}">
<table class="rows${areCards && ' cards'}">
<thead><tr>${columns.map((column) => renderHead(column, path, toAlignment(column)))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr${rowAttributes(row)}>${cells.map(({ renderRow }) => renderRow(row))}</tr>\n`)}</tbody>
${totals.length > 0 && html`<tfoot>${totals.map((total) => renderTotal(total, columns, cells))}</tfoot>\n`}</table>
</section>`;
}

/** A table whose columns are chosen above it. */
export const renderTableWithTools = <Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  options: TableOptions<Row> & Readonly<{ settings: TableSettings }>,
): Html =>
  html`<div class="list-tools">${renderTableTools(columns, options.settings)}</div>
${renderTable(name, rows, columns, options)}`;

/** The label takes the columns before the first sum. */
function renderTotal<Row>(
  total: TableTotal,
  columns: readonly TableColumn<Row>[],
  cells: readonly CellRenderer<Row>[],
): Html {
  const { id, label, sums } = total;
  const span = Math.max(
    1,
    columns.findIndex(({ key = '' }) => key in sums),
  );
  return html`<tr${id !== undefined && html` id="${id}"`}><th scope="row"${span > 1 && html` colspan="${span}"`}>${label}</th>${cells.slice(span).map((cell) => cell.renderTotal(total))}</tr>\n`;
}

type CellRenderer<Row> = Readonly<{ renderRow: (row: Row) => Html; renderTotal: (total: TableTotal) => Html }>;

type CellOptions = Readonly<{
  areCards: boolean;
  isPlain: boolean;
  totals: readonly TableTotal[];
  currency: string | undefined;
}>;

/** A figure in a card has no header above it. */
function createCellRenderer<Row>(
  column: TableColumn<Row>,
  rows: readonly Row[],
  { areCards, isPlain, totals, currency: common }: CellOptions,
): CellRenderer<Row> {
  const key = column.key === undefined ? noAttributes : html` data-field="${column.key}"`;
  const label = areCards && !isPlain && html` data-label="${column.title}"`;
  if ('cell' in column)
    return {
      renderRow: (row) => html`<td${toAlignment(column)}${key}${label}>${column.cell(row)}</td>`,
      renderTotal: () => html`<td></td>`,
    };
  const { readNumber, format } = toNumberFormat(column, (readAmount) =>
    losesDigits(column.key ?? '', readAmount, { rows, totals }),
  );
  const isAmount = 'money' in column || 'gain' in column;
  const toFigure = (number: TableNumber, currency = common): Figure => {
    const digits = toDigits(number);
    return { text: digits === null ? null : format(digits, currency), exact: isAmount ? digits : null };
  };
  const toRowFigure = (row: Row): Figure => {
    const figure = toFigure(readNumber(row), readCurrency(row));
    return column.exact === undefined ? figure : { ...figure, exact: toDigits(column.exact(row)) };
  };
  const toTotalFigure = ({ sums, currency }: TableTotal): Figure => toFigure(sums[column.key ?? ''] ?? null, currency);
  const figures = [...rows.map(toRowFigure), ...totals.map(toTotalFigure)];
  const widest = figures.reduce((most, { text }) => Math.max(most, measureFraction(text ?? '')), 0);
  const renderFigure = ({ text, exact }: Figure): Html => {
    const padding = text === null || 'price' in column ? '' : toPaddingClass(text, widest);
    const tone = isAmount ? getToneClass(text ?? '') : '';
    const title = text !== null && exact !== null && isShortened(text, exact) && html` title="${exact}"`;
    return html`<td class="n${padding}${tone}"${key}${label}${title}>${text === null ? absentMark : html`${text}`}</td>`;
  };
  return {
    renderRow: (row) => renderFigure(toRowFigure(row)),
    renderTotal: (total) => ((column.key ?? '') in total.sums ? renderFigure(toTotalFigure(total)) : html`<td></td>`),
  };
}

/** What stands in a cell, and the digits that it may have been shortened from. */
type Figure = Readonly<{ text: string | null; exact: string | null }>;

const readCurrency = (row: unknown): string | undefined =>
  typeof row === 'object' && row !== null && 'currency' in row && typeof row.currency === 'string'
    ? row.currency
    : undefined;

const formatAsSent = (digits: string): string => digits;

/** Whether rounded amounts of a column would not add up to its totals. Totals of one currency that come before its last are parts of that. */
const losesDigits = <Row>(
  key: string,
  readAmount: (row: Row) => TableNumber,
  { rows, totals }: Readonly<{ rows: readonly Row[]; totals: readonly TableTotal[] }>,
): boolean =>
  [...Map.groupBy(totals, ({ currency }) => currency)].some(([currency, members]) => {
    const sums = members.map((total) => total.sums[key] ?? null);
    const amounts = rows.filter((row) => readCurrency(row) === currency).map(readAmount);
    return isLostByRounding({ whole: sums.at(-1) ?? null, parts: [...amounts, ...sums.slice(0, -1)] }, currency);
  });

function toNumberFormat<Row>(
  column: NumberColumn<Row>,
  losesDigits: (readAmount: (row: Row) => TableNumber) => boolean,
): Readonly<{ readNumber: (row: Row) => TableNumber; format: (digits: string, currency?: string) => string }> {
  if ('money' in column) {
    const isExact = column.isExact === true || losesDigits(column.money);
    return { readNumber: column.money, format: isExact ? formatExactMoney : formatMoney };
  }
  if ('count' in column) return { readNumber: column.count, format: formatCount };
  if ('difference' in column) return { readNumber: column.difference, format: formatDifference };
  if ('price' in column) return { readNumber: column.price, format: formatAsSent };
  if ('figure' in column) return { readNumber: column.figure, format: formatAsSent };
  const isExact = column.isExact === true || losesDigits(column.gain);
  return { readNumber: column.gain, format: isExact ? formatExactGain : formatGain };
}

const noAttributes = html``;

const toAlignment = <Row>(column: TableColumn<Row>): Html =>
  'cell' in column && column.isFigure !== true ? noAttributes : html` class="n"`;

/** A number, or empty without a value. */
export const renderNumber = (number: TableNumber): Html => (number === null ? absentMark : html`${toDigits(number)}`);

export const renderText = (value: string | null): Html => (value === null ? absentMark : html`${value}`);

const absentMark = html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;

/** The URL of a page's list as a file: the same filters from beginning to end, in the usual order. Empty fields are omitted. */
export function toDownloadUrl(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  for (const name of ['cursor', 'per_page', 'sort']) searchParams.delete(name);
  for (const [name, value] of [...searchParams]) if (value === '') searchParams.delete(name, value);
  searchParams.set('_as', 'csv');
  return `${pathname}?${searchParams}`;
}

/** The CSV link of a page. If the file has more rows than the page, the link says so. */
const renderCsvLink = ({ path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>): Html =>
  html`<p><a class="csv" href="${toDownloadUrl(path)}" download>CSV</a>${nextUrl !== null && html` <span class="hint">whole list</span>`}</p>`;

/** The links to the next page and the CSV file. */
export const renderListLinks = (
  { path, nextUrl }: Pick<PageContext, 'path' | 'nextUrl'>,
  hasRows: boolean,
  nextLabel = 'Next page',
): Html =>
  html`<div class="toolbar">${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">${nextLabel}</a></p>`}${hasRows && renderCsvLink({ path, nextUrl })}</div>`;
