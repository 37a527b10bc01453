/** The last state of the rows of an updated table, by key. */
import type { WrittenTable } from '../writing/columns.js';
import { extractKey, formatRow, type TableShape, keepColumns } from './row-texts.js';

/** Such rows of whichever table. */
export type FoldedTable = Readonly<{ table: TableShape; rows(): ReadonlyMap<string, string> }>;

export class LatestRows<Row> {
  private readonly texts = new Map<string, string>();

  constructor(readonly table: WrittenTable<Row>) {}

  /** An existing row takes over the columns that the writer's statement updates. */
  put(row: Row): void {
    const text = formatRow(this.table, row);
    const key = extractKey(this.table, text);
    const before = this.texts.get(key);
    this.texts.set(key, before === undefined ? text : keepColumns(this.table, before, text));
  }

  drop(row: Row): void {
    this.texts.delete(extractKey(this.table, formatRow(this.table, row)));
  }

  rows(): ReadonlyMap<string, string> {
    return this.texts;
  }
}
