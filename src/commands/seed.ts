import type { CliCommand } from './command.js';
import { toDatabaseLogger } from './database-requirements.js';
import { toCredentialsJson, formatCredentials } from './first-sign-in.js';

export const seedCommand: CliCommand = {
  name: 'seed',
  summary:
    'Create the administrator and the first API key in a database without users, and the market of the sandbox. The service does this at its start.',
  usage: '[options]',
  examples: [
    'kontor seed',
    'kontor seed --market',
    'BOOTSTRAP_ADMIN_EMAIL=ada@example.org BOOTSTRAP_ADMIN_PASSWORD="$(cat password)" kontor seed',
  ],
  options: {
    market: {
      type: 'boolean',
      summary: 'also in production: product groups, products and instruments to try things out with.',
    },
  },
  createsFirstUser: true,
  async run({ config, values, out }) {
    const [
      { MikroORM },
      { ormOptions },
      { openDatabaseForCommand },
      { migrate },
      { seedAdministrator: create, seedMarket },
      { withSecretKey },
    ] = await Promise.all([
      import('@mikro-orm/postgresql'),
      import('../../mikro-orm.config.js'),
      import('../database/open-database.js'),
      import('../database/migrate.js'),
      import('../process/seed.js'),
      import('../process/secret-key-rotation.js'),
    ]);
    const database = await openDatabaseForCommand(config, toDatabaseLogger(out), 'seed');
    try {
      await migrate(database.url);
      const orm = await MikroORM.init(ormOptions(database.url));
      try {
        const market = config.mode === 'sandbox' || values['market'] === true ? await seedMarket(orm) : null;
        const credentials = await withSecretKey(config, database.url, () =>
          create(orm, config, (line) => out.progress(line)),
        );
        const users = credentials
          ? formatCredentials(credentials)
          : 'No users were made: there are some already, or they were made with the credentials that you gave.';
        const marketLines = market
          ? [
              `The market: ${market.groups} product groups, ${market.products} products and ${market.instruments} instruments were added.`,
            ]
          : [];
        out.result(
          { first_sign_in: credentials && toCredentialsJson(credentials), market },
          [...marketLines, users].join('\n\n'),
        );
      } finally {
        await orm.close();
      }
      return 0;
    } finally {
      await database.close();
    }
  },
};
