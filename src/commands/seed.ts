import type { Command } from './command.js';
import { logTo } from './database-choice.js';
import { onTheWire, table } from './first-sign-in.js';

export const seed: Command = {
  name: 'seed',
  summary: 'Create the administrator and the first API key in a database without users. The service does this at its start.',
  usage: '[options]',
  examples: ['kontor seed', 'BOOTSTRAP_ADMIN_EMAIL=ada@example.org BOOTSTRAP_ADMIN_PASSWORD="$(cat password)" kontor seed'],
  options: {},
  makesUsers: true,
  async run({ config, out }) {
    const [{ MikroORM }, { ormOptions }, { visitDatabase }, { migrate }, { seed: create }] = await Promise.all([
      import('@mikro-orm/postgresql'),
      import('../../mikro-orm.config.js'),
      import('../database/open-database.js'),
      import('../database/migrate.js'),
      import('../seed.js'),
    ]);
    const database = await visitDatabase(config, logTo(out), 'seed');
    try {
      await migrate(database.url);
      const orm = await MikroORM.init(ormOptions(database.url));
      const first = await create(orm, config).finally(() => orm.close());
      out.result({ first_sign_in: first && onTheWire(first) }, first ? table(first) : 'Nothing to show: there are users already, or they were made with the credentials that you gave.');
      return 0;
    } finally {
      await database.close();
    }
  },
};
