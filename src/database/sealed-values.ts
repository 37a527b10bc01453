import type pg from 'pg';
import { type SealedColumn, seal, unseal } from '../config/sealed-text.js';

/**
 * The result for a column: values sealed again, sealed under the new key already, or opened by neither key and left.
 */
type ResealCount = { resealed: number; already: number; unreadable: number };

export type ResealCounts = Readonly<Record<string, ResealCount>>;

type KeyChange = Readonly<{ from: string; to: string }>;
type SealedRow = Readonly<{ row: string; sealed: string }>;

const PAGE = 1_000;

/**
 * Seals every value under another key, within the caller's transaction. No one else writes these tables meanwhile.
 * Values that neither key opens are left and counted.
 */
export async function resealAll(
  client: pg.Client,
  columns: readonly SealedColumn[],
  keys: KeyChange,
): Promise<ResealCounts> {
  await client.query(
    `lock table ${[...new Set(columns.map(({ table }) => table))].join(', ')} in share row exclusive mode`,
  );
  const counts: Record<string, ResealCount> = {};
  for (const column of columns) {
    const count = (counts[`${column.table}.${column.column}`] = { resealed: 0, already: 0, unreadable: 0 });
    await forEachPage(client, column, (rows) => resealPage({ client, column, keys }, rows, count));
  }
  return counts;
}

/** Whether a key opens any value. */
export async function canUnsealAny(
  client: pg.Client,
  columns: readonly SealedColumn[],
  secretKey: string,
): Promise<boolean> {
  let isUnsealed = false;
  await client.query('begin');
  for (const column of columns) {
    await forEachPage(client, column, (rows) => {
      isUnsealed ||= rows.some(
        ({ row, sealed }) => unseal(sealed, { purpose: column.purpose, row }, secretKey) !== null,
      );
      return Promise.resolve();
    });
  }
  await client.query('rollback');
  return isUnsealed;
}

async function forEachPage(
  client: pg.Client,
  { table, column, row }: SealedColumn,
  work: (rows: readonly SealedRow[]) => Promise<void>,
): Promise<void> {
  await client.query(
    `declare sealed_values no scroll cursor for select ${row}::text as row, ${column} as sealed from ${table} where ${column} <> ''`,
  );
  for (;;) {
    const { rows } = await client.query<SealedRow>(`fetch ${PAGE} from sealed_values`);
    if (rows.length === 0) break;
    await work(rows);
  }
  await client.query('close sealed_values');
}

async function resealPage(
  { client, column, keys }: Readonly<{ client: pg.Client; column: SealedColumn; keys: KeyChange }>,
  rows: readonly SealedRow[],
  count: ResealCount,
): Promise<void> {
  const { table, column: name, row: rowName, rowType, purpose } = column;
  const changed: SealedRow[] = [];
  for (const { row, sealed } of rows) {
    const text = unseal(sealed, { purpose, row }, keys.from);
    if (text !== null) changed.push({ row, sealed: seal(text, { purpose, row }, keys.to) });
    else if (unseal(sealed, { purpose, row }, keys.to) !== null) count.already += 1;
    else count.unreadable += 1;
  }
  count.resealed += changed.length;
  if (changed.length === 0) return;
  await client.query(
    `update ${table} set ${name} = changed.sealed from json_to_recordset($1) changed ("row" ${rowType}, sealed text) where ${table}.${rowName} = changed."row"`,
    [JSON.stringify(changed)],
  );
}
