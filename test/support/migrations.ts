import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';
import { query } from './postgres-service.js';

/** Takes the newest migrations back, down to this one and with it, or brings the database to where the service wants it. */
export async function migrate(url: string, way: Readonly<{ backOver: string }> | 'up'): Promise<void> {
  const options = ormOptions(url);
  const orm = await MikroORM.init({ ...options, migrations: { ...options.migrations, silent: true } });
  try {
    await (way === 'up' ? orm.migrator.up() : takeBack(orm, way.backOver));
  } finally {
    await orm.close();
  }
}

/**
 * A database with the journal of this release, as from before a migration and brought up again. What the present rules keep of a position,
 * which that release did not know, stays: without it the tables would be behind the journal.
 */
export async function migrateBackAndForth(
  url: string,
  backOver: string,
  lookAtOldSchema: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const kept = [
    ...['reference_confirms', 'start_session', 'start_total', 'start_realised'],
    ...['last_close', 'total', 'realised', 'held', 'mark', 'mark_extra_decimals', 'traded', 'traded_cost'].map(
      (name) => `before_list_${name}`,
    ),
  ];
  await query(url, `create table kept as select acct_id, instrument_id, ${kept.join(', ')} from positions`);
  await query(url, 'create table kept_closes as select * from position_closes where includes_list');
  await migrate(url, { backOver });
  await lookAtOldSchema();
  await migrate(url, 'up');
  await query(
    url,
    `update positions set ${kept.map((column) => `${column} = kept.${column}`).join(', ')}
     from kept where kept.acct_id = positions.acct_id and kept.instrument_id = positions.instrument_id`,
  );
  await query(
    url,
    `update position_closes set includes_list = true
     from kept_closes k where (position_closes.acct_id, position_closes.instrument_id, position_closes.session_date) = (k.acct_id, k.instrument_id, k.session_date)`,
  );
  await query(url, 'drop table kept, kept_closes');
}

/** MikroORM runs the named migrations newest first, whatever their order here. */
async function takeBack({ migrator }: MikroORM, backOver: string): Promise<void> {
  const applied = (await migrator.getExecuted()).map(({ name }) => name);
  if (!applied.includes(backOver)) throw new Error(`The migration ${backOver} is not applied.`);
  await migrator.down({ migrations: applied.slice(applied.indexOf(backOver)) });
}
