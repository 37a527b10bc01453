import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';
import { query } from '../support/postgres-service.js';

const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relname <> 'mikro_orm_migrations'`;

const columns = `pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and ${ours}`;

const names = async (url: string, statement: string): Promise<unknown[]> =>
  (await query(url, statement)).map(({ name }) => name);

/** What would have to be done to the database to make it what the entities say; nothing, if the migrations do. */
export async function diffWithEntities(url: string): Promise<string> {
  const orm = await MikroORM.init(ormOptions(url));
  try {
    return (await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
  } finally {
    await orm.close();
  }
}

/**
 * A numeric column without a scale keeps whatever it is given, or rounds to whole numbers, as its maker did not intend. A user who
 * wants whole numbers says bigint, and only where they outgrow that a numeric of more than eighteen digits.
 */
export const listNumericsWithoutScale = (url: string): Promise<unknown[]> =>
  names(
    url,
    `select c.relname || '.' || a.attname as name from ${columns} and a.atttypid in ('numeric'::regtype, 'numeric[]'::regtype) and (a.atttypmod = -1 or (((a.atttypmod - 4) & 65535) = 0 and ((a.atttypmod - 4) >> 16) < 19)) order by 1`,
  );

/** A time without a zone is a different moment on every machine. */
export const listTimesWithoutZone = (url: string): Promise<unknown[]> =>
  names(
    url,
    `select c.relname || '.' || a.attname as name from ${columns} and a.atttypid in ('timestamp'::regtype, 'timestamp[]'::regtype, 'time'::regtype, 'timetz'::regtype) order by 1`,
  );

/** Without an index that begins with its columns, each deletion of a referenced row reads the whole referring table. */
export const listForeignKeysWithoutIndex = (url: string): Promise<unknown[]> =>
  names(
    url,
    `select f.conname as name from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      where f.contype = 'f' and ${ours} and not exists (
        select from pg_index i where i.indrelid = f.conrelid and i.indpred is null and i.indisvalid
          and (select array_agg(k order by k) from unnest((i.indkey::int2[])[0:cardinality(f.conkey) - 1]) k) = (select array_agg(k order by k) from unnest(f.conkey) k))
      order by 1`,
  );
