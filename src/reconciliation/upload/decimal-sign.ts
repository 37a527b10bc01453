/** Tells the decimal sign of a table from its separators of thousands. */

type DecimalSign = '.' | ',';
/** Both ways to write a figure without doubt. */
type Readings = Readonly<{ thousands: string; decimal: string }>;

/**
 * `findReadings` is null unless the figure may be a thousand as well as a decimal number. `findOtherSign` is null unless the figure
 * has a decimal point where another figure has a decimal comma: it gives that other figure.
 */
export type FigureReader = Readonly<{
  toFigure: (cell: string) => string;
  findReadings: (cell: string) => Readings | null;
  findOtherSign: (cell: string) => string | null;
}>;

/** Reads figures with a decimal point. */
export const PLAIN_FIGURES: FigureReader = {
  toFigure: (cell) => cell,
  findReadings: () => null,
  findOtherSign: () => null,
};

/** `1,000` is one or a thousand. Nobody separates thousands in `0,125` and `1234,500`. */
const AMBIGUOUS = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/;

/** One figure with a decimal comma decides for the whole table: a point in another is an error then. */
export function createFigureReader(figures: readonly string[]): FigureReader {
  const signs = new Set(figures.map(findDecimalSign).filter((sign) => sign !== null));
  const withComma = figures.find((figure) => findDecimalSign(figure) === ',') ?? null;
  return {
    toFigure: signs.has(',') ? toDecimalPoint : PLAIN_FIGURES.toFigure,
    findReadings: signs.size === 1 ? PLAIN_FIGURES.findReadings : (cell) => findReadings(cell, signs.has(',')),
    findOtherSign: (cell) => (findDecimalSign(cell) === '.' ? withComma : null),
  };
}

/** The decimal sign that a figure proves. */
function findDecimalSign(figure: string): DecimalSign | null {
  const signs = figure.replaceAll(/[^.,]/g, '');
  if (signs === '' || !/^-?\d[\d.,]*\d$/.test(figure) || AMBIGUOUS.test(figure)) return null;
  const last = signs.endsWith(',') ? ',' : '.';
  // A sign that is repeated separates thousands.
  const isRepeated = signs.length > 1 && signs === last.repeat(signs.length);
  return isRepeated ? (last === ',' ? '.' : ',') : last;
}

/** `6.712,25`: points in front of every three digits before a decimal comma can only separate thousands. */
const WITH_THOUSANDS = /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;

/** All other points become commas, which no figure may have. */
const toDecimalPoint = (cell: string): string =>
  WITH_THOUSANDS.test(cell)
    ? cell.replaceAll('.', '').replace(',', '.')
    : cell.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

/** The decimal number has a comma in a table with decimal commas, which has no decimal points. */
function findReadings(figure: string, hasCommas: boolean): Readings | null {
  const [, whole = '', typedSign = '', rest = ''] = AMBIGUOUS.exec(figure) ?? [];
  if (whole === '') return null;
  const sign = hasCommas ? ',' : typedSign;
  const decimals = rest.replace(/0+$/, '') || '0';
  // A fourth decimal leaves no doubt.
  return { thousands: whole + rest, decimal: whole + sign + decimals.padEnd(decimals.length === 3 ? 4 : 1, '0') };
}
