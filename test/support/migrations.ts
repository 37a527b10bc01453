import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';

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

/** MikroORM runs the named migrations newest first, whatever their order here. */
async function takeBack({ migrator }: MikroORM, backOver: string): Promise<void> {
  const applied = (await migrator.getExecuted()).map(({ name }) => name);
  if (!applied.includes(backOver)) throw new Error(`The migration ${backOver} is not applied.`);
  await migrator.down({ migrations: applied.slice(applied.indexOf(backOver)) });
}
