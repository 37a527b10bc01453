import type pg from 'pg';

export type TableCounts = Readonly<Record<string, number>>;

/**
 * Reads a whole database: every page of every table and every index entry, with page checksums and PostgreSQL's
 * amcheck. Throws at the first inconsistency; returns the number of rows per table.
 */
export async function checkDatabase(client: pg.Client): Promise<TableCounts> {
  await client.query('create extension if not exists amcheck');
  const { rows: faults } = await client.query<{ fault: string }>(
    `select format('%s: block %s: %s', c.oid::regclass, v.blkno, v.msg) as fault
       from pg_class c, lateral verify_heapam(c.oid) v where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' limit 1`,
  );
  if (faults[0]) throw new Error(faults[0].fault);
  await client.query(
    `select bt_index_check(i.indexrelid, true) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisready and i.indisvalid`,
  );
  return countRows(client);
}

async function countRows(client: pg.Client): Promise<TableCounts> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name.replace(/^public\./, '')] = Number(counted[0]?.count);
  }
  return counts;
}
