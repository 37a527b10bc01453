import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';

/** Applies what is missing. Returns the names of what was applied. */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const orm = await MikroORM.init(ormOptions(databaseUrl));
  try {
    return (await orm.migrator.up()).map(({ name }) => name);
  } finally {
    await orm.close();
  }
}
