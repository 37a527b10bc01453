import { digitsOf, pushOf, widthOfFraction } from './figures.js';
import { type Html, html } from './html.js';
import { gainText, moneyText, toneOf } from './money.page.js';

type Figure = Readonly<{ rawJSON: string }> | number | null;

/** Words, or figures that line up at their decimal point. */
export type Column<Row> = Readonly<
  { title: string; /** What a script finds the cell by, to change it in place. */ key?: string } & (
    Words<Row> | Figures<Row>
  )
>;

type Words<Row> = Readonly<{ cell: (row: Row) => Html }>;
/** A number as it travels, a price beside those of other instruments (which have no point in common), money as people read it, or what was won and lost. */
type Figures<Row> = Readonly<
  | { figure: (row: Row) => Figure }
  | { price: (row: Row) => Figure }
  | { money: (row: Row) => Figure }
  | { gain: (row: Row) => Figure }
>;

/** `rowOf` adds attributes to a row, such as the id by which a script finds it. Rows of prose are cards where a screen is narrow: the cells of one below each other. */
type Rows<Row> = Readonly<{ rowOf?: (row: Row) => Html; areCards?: boolean }>;

/** Rows under their titles; wider than the page, they scroll by themselves. */
export function table<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { rowOf = () => nothingMore, areCards = false }: Rows<Row> = {},
): Html {
  const cells = columns.map((column) => cellsOf(column, rows, areCards));
  return html`<section class="scroll" tabindex="0" aria-label="${name}">
<table class="rows${areCards && ' cards'}">
<thead><tr>${columns.map((column) => html`<th scope="col"${!('cell' in column) && html` class="n"`}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr${rowOf(row)}>${cells.map((cell) => cell(row))}</tr>\n`)}</tbody>
</table>
</section>`;
}

/** A figure in a card has no head above it. */
function cellsOf<Row>(column: Column<Row>, rows: readonly Row[], areCards: boolean): (row: Row) => Html {
  const key = column.key === undefined ? nothingMore : html` data-field="${column.key}"`;
  if ('cell' in column) return (row) => html`<td${key}>${column.cell(row)}</td>`;
  const label = areCards && html` data-label="${column.title}"`;
  const { of, written } = figuresOf(column);
  const textOf = (row: Row): string | null => {
    const digits = digitsOf(of(row));
    return digits === null ? null : written(digits);
  };
  const widest = rows.reduce((most, row) => Math.max(most, widthOfFraction(textOf(row) ?? '')), 0);
  return (row) => {
    const text = textOf(row);
    const push = text === null || 'price' in column ? 0 : pushOf(text, widest);
    const tone = written === asItTravels ? '' : toneOf(text ?? '');
    return html`<td class="n${push > 0 && ` short-${push}`}${tone}"${key}${label}>${text === null ? nothing : html`${text}`}</td>`;
  };
}

const asItTravels = (digits: string): string => digits;

function figuresOf<Row>(
  column: Figures<Row>,
): Readonly<{ of: (row: Row) => Figure; written: (digits: string) => string }> {
  if ('money' in column) return { of: column.money, written: moneyText };
  if ('price' in column) return { of: column.price, written: asItTravels };
  return 'gain' in column ? { of: column.gain, written: gainText } : { of: column.figure, written: asItTravels };
}

const nothingMore = html``;

/** A number as it travels, or nothing where there is none. */
export const figure = (number: Figure): Html => (number === null ? nothing : html`${digitsOf(number)}`);

export const text = (value: string | null): Html => (value === null ? nothing : html`${value}`);

const nothing = html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;
