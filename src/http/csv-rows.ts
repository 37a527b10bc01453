/**
 * Reads a table as spreadsheets and programs write it (RFC 4180): a line of titles, then lines of as many cells, quotes where a cell has
 * breaks or separators in it. The separator is the comma, or the semicolon or tab if the titles are set apart by those. What is not
 * plainly such a table is refused by its line and not guessed at.
 */
export type Row = Readonly<{ line: number; cells: readonly string[] }>;
/** `uneven` are the lines with more or fewer cells than there are titles: what stands in which column is not known of them. */
export type Table = Readonly<{ titles: readonly string[]; rows: readonly Row[]; uneven: readonly Row[] }>;

/** `line` is counted as editors do, from 1. */
export class CsvRefused extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Empty lines are passed over. */
export function readCsv(text: string, rowsMax: number): Table {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [titles, ...rows] = new Reader(plain, separatorOf(plain), rowsMax + 1).lines();
  if (titles === undefined) throw new CsvRefused(1, 'There is nothing in it');
  const isEven = ({ cells }: Row): boolean => cells.length === titles.cells.length;
  return { titles: titles.cells, rows: rows.filter(isEven), uneven: rows.filter((row) => !isEven(row)) };
}

function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  return SEPARATORS.find((separator) => first.includes(separator)) ?? ',';
}

class Reader {
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly separator: string,
    private readonly linesMax: number,
  ) {}

  lines(): Row[] {
    const lines: Row[] = [];
    while (this.at < this.text.length) {
      const { line } = this;
      const cells = this.cells();
      if (cells.length === 1 && cells[0] === '') continue;
      if (lines.length === this.linesMax) throw new CsvRefused(line, `There are more than ${this.linesMax - 1} lines`);
      lines.push({ line, cells });
    }
    return lines;
  }

  private cells(): string[] {
    const cells = [this.cell()];
    while (this.text.charAt(this.at) === this.separator) {
      this.at += 1;
      cells.push(this.cell());
    }
    if (this.text.charAt(this.at) === '\r') this.at += 1;
    if (this.text.charAt(this.at) === '\n') this.at += 1;
    this.line += 1;
    return cells;
  }

  private cell(): string {
    if (this.text.charAt(this.at) === '"') return this.quoted().trim();
    const start = this.at;
    while (this.at < this.text.length && !this.endsCell(this.text.charAt(this.at))) {
      if (this.text.charAt(this.at) === '"')
        throw new CsvRefused(this.line, 'A quotation mark stands in the middle of a cell');
      this.at += 1;
    }
    return this.text.slice(start, this.at).trim();
  }

  private quoted(): string {
    const { line } = this;
    let cell = '';
    for (this.at += 1; ; this.at += 1) {
      if (this.at >= this.text.length) throw new CsvRefused(line, 'A quotation mark is not closed');
      const character = this.text.charAt(this.at);
      if (character === '\n') this.line += 1;
      if (character !== '"') cell += character;
      else if (this.text.charAt(this.at + 1) === '"') {
        cell += '"';
        this.at += 1;
      } else break;
    }
    this.at += 1;
    if (this.at < this.text.length && !this.endsCell(this.text.charAt(this.at)))
      throw new CsvRefused(this.line, 'Behind a closing quotation mark the cell goes on');
    return cell;
  }

  private endsCell(character: string): boolean {
    return character === this.separator || character === '\r' || character === '\n';
  }
}
