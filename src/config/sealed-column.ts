/**
 * A column that holds sealed text: what for, and which column of the same row it is bound to. Every one of them is listed in
 * `src/sealed-columns.ts`, because all of them are sealed anew when the secret key is replaced.
 */
export type SealedColumn = Readonly<{
  table: string;
  column: string;
  row: string;
  rowType: 'text' | 'bigint';
  purpose: string;
}>;
