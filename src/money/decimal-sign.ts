/** Tells the decimal sign of a table from its separators of thousands. */

type DecimalSign = '.' | ',';
/** Both ways to write a figure without doubt. */
type Readings = Readonly<{ thousands: string; decimal: string }>;

/**
 * `findReadings` is null unless the figure may be a thousand as well as a decimal number. `findOtherSign` is null unless the figure
 * has a decimal point where another figure has a decimal comma: it gives that other figure. `dropThousands` is null unless the figure
 * has thousands with separators: it gives the figure without them. `example` is how a figure is written there.
 */
export type FigureReader = Readonly<{
  toFigure: (cell: string) => string;
  findReadings: (cell: string) => Readings | null;
  findOtherSign: (cell: string) => string | null;
  dropThousands: (cell: string) => string | null;
  example: string;
}>;

/** `1,000` is one or a thousand. Nobody separates thousands in `0,125` and `1234,500`. */
const AMBIGUOUS = /^(-?[1-9]\d{0,2})([.,])(\d{3})$/;

/** One figure with a decimal comma decides for the whole table: a point in another is an error then. */
export const createFigureReader = (figures: readonly string[]): FigureReader =>
  createReader(
    new Set(figures.map(findDecimalSign).filter((sign) => sign !== null)),
    figures.find((figure) => findDecimalSign(figure) === ',') ?? null,
  );

/** Whether one of the figures has a decimal comma beyond doubt. */
export const haveDecimalCommas = (figures: readonly string[]): boolean =>
  figures.some((figure) => findDecimalSign(figure) === ',');

function createReader(signs: ReadonlySet<DecimalSign>, withComma: string | null): FigureReader {
  const sign = chooseSign(signs);
  return {
    toFigure: sign === ',' ? toDecimalPoint : (cell) => cell,
    findReadings: (cell) => findReadings(cell, signs),
    findOtherSign: (cell) => (findDecimalSign(cell) === '.' ? withComma : null),
    dropThousands: (cell) => dropThousands(cell, sign ?? '.'),
    example: sign === ',' ? '6712,25 or 6.712,25' : sign === '.' ? '6712.25' : '6712.25 or 6712,25',
  };
}

const chooseSign = (signs: ReadonlySet<DecimalSign>): DecimalSign | null =>
  signs.has(',') ? ',' : signs.has('.') ? '.' : null;

/** Reads figures with a decimal point. */
export const PLAIN_FIGURES: FigureReader = createReader(new Set(['.']), null);

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

/** The sign of the table settles what a figure with that sign is; a figure with the other one may be either. */
function findReadings(figure: string, signs: ReadonlySet<DecimalSign>): Readings | null {
  const found = AMBIGUOUS.exec(figure);
  if (found === null) return null;
  const [, whole = '', typedSign = '', rest = ''] = found;
  if (signs.size === 1 && signs.has(typedSign as DecimalSign)) return null;
  const decimals = rest.replace(/0+$/, '').padEnd(1, '0');
  // A fourth decimal leaves no doubt.
  const clear = decimals.length === 3 ? `${decimals}0` : decimals;
  return { thousands: whole + rest, decimal: whole + (chooseSign(signs) ?? typedSign) + clear };
}

const SEPARATED = /^(-?[1-9]\d{0,2})(?:([.,'’ \u{a0}\u{202f}])(\d{3}(?:\2\d{3})*))(?:([.,])(\d+))?$/u;

function dropThousands(figure: string, sign: DecimalSign): string | null {
  const [, first = '', separator, rest = '', mark, decimals] = SEPARATED.exec(figure) ?? [];
  if (first === '' || separator === mark) return null;
  return first + rest.replaceAll(/\D/g, '') + (decimals === undefined ? '' : sign + decimals);
}
