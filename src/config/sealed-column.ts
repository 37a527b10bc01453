/**
 * A column with sealed text: its purpose, and the column of the row that it is bound to. All of them are listed in
 * `src/process/secret-key-rotation.ts`, because all are sealed again when the secret key is replaced.
 */
export type SealedColumn = Readonly<{
  table: string;
  column: string;
  row: string;
  rowType: 'text' | 'bigint';
  purpose: string;
}>;
