import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';

/** Takes the newest migrations back, down to this one and with it, or brings the database to where the service wants it. */
export async function migrate(url: string, way: Readonly<{ backOver: string }> | 'up'): Promise<void> {
  const options = ormOptions(url);
  const orm = await MikroORM.init({ ...options, migrations: { ...options.migrations, silent: true } });
  try {
    await (way === 'up' ? orm.migrator.up() : orm.migrator.down({ migrations: [way.backOver] }));
  } finally {
    await orm.close();
  }
}
