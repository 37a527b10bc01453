/**
 * Parses CSV of spreadsheets and programs (RFC 4180): a line of titles, then lines with the same number of cells,
 * quoted where a cell contains separators or line breaks. The separator is the comma, or the semicolon or tab if the
 * titles use those. Anything else is rejected with its line number.
 */
export type CsvRow = Readonly<{ line: number; cells: readonly string[] }>;
/** `uneven` are lines with another number of cells than titles: their columns are unknown. */
export type CsvTable = Readonly<{ titles: readonly string[]; rows: readonly CsvRow[]; uneven: readonly CsvRow[] }>;

/** `line` counts from 1, as editors do. */
export class CsvSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Empty lines are passed over. */
export function parseCsv(text: string, rowsMax: number): CsvTable {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [titles, ...rows] = new CsvReader(content, detectSeparator(content), rowsMax + 1).readLines();
  if (titles === undefined) throw new CsvSyntaxError(1, 'There is nothing in it');
  const isEven = ({ cells }: CsvRow): boolean => cells.length === titles.cells.length;
  return { titles: titles.cells, rows: rows.filter(isEven), uneven: rows.filter((row) => !isEven(row)) };
}

function detectSeparator(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  return SEPARATORS.find((separator) => first.includes(separator)) ?? ',';
}

class CsvReader {
  private position = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly separator: string,
    private readonly linesMax: number,
  ) {}

  readLines(): CsvRow[] {
    const lines: CsvRow[] = [];
    while (this.position < this.text.length) {
      const { line } = this;
      const cells = this.readCells();
      if (cells.length === 1 && cells[0] === '') continue;
      if (lines.length === this.linesMax)
        throw new CsvSyntaxError(line, `There are more than ${this.linesMax - 1} lines`);
      lines.push({ line, cells });
    }
    return lines;
  }

  private readCells(): string[] {
    const cells = [this.readCell()];
    while (this.text.charAt(this.position) === this.separator) {
      this.position += 1;
      cells.push(this.readCell());
    }
    if (this.text.charAt(this.position) === '\r') this.position += 1;
    if (this.text.charAt(this.position) === '\n') this.position += 1;
    this.line += 1;
    return cells;
  }

  private readCell(): string {
    if (this.text.charAt(this.position) === '"') return this.readQuotedCell().trim();
    const start = this.position;
    while (this.position < this.text.length && !this.isCellEnd(this.text.charAt(this.position))) {
      if (this.text.charAt(this.position) === '"')
        throw new CsvSyntaxError(this.line, 'A quotation mark stands in the middle of a cell');
      this.position += 1;
    }
    return this.text.slice(start, this.position).trim();
  }

  private readQuotedCell(): string {
    const { line } = this;
    let cell = '';
    for (this.position += 1; ; this.position += 1) {
      if (this.position >= this.text.length) throw new CsvSyntaxError(line, 'A quotation mark is not closed');
      const character = this.text.charAt(this.position);
      if (character === '\n') this.line += 1;
      if (character !== '"') cell += character;
      else if (this.text.charAt(this.position + 1) === '"') {
        cell += '"';
        this.position += 1;
      } else break;
    }
    this.position += 1;
    if (this.position < this.text.length && !this.isCellEnd(this.text.charAt(this.position)))
      throw new CsvSyntaxError(this.line, 'Behind a closing quotation mark the cell goes on');
    return cell;
  }

  private isCellEnd(character: string): boolean {
    return character === this.separator || character === '\r' || character === '\n';
  }
}
