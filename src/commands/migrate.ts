import type { CliCommand } from './command.js';
import { toDatabaseLogger, requireDatabase } from './database-requirements.js';

export const migrateCommand: CliCommand = {
  name: 'migrate',
  summary: 'Bring the database’s tables up to date, or only say what is missing. The service does this at its start.',
  usage: '[--pending]',
  examples: ['kontor migrate', 'kontor migrate --pending --json'],
  options: { pending: { type: 'boolean', summary: 'Change nothing; say what is applied and what is missing.' } },
  async run({ config, values, out }) {
    if (values['pending'] === true) requireDatabase(config);
    const [{ openDatabaseForCommand }, { migrate: apply, getMigrationState }] = await Promise.all([
      import('../database/open-database.js'),
      import('../database/migrate.js'),
    ]);
    const database = await openDatabaseForCommand(config, toDatabaseLogger(out), 'migrate');
    try {
      const now = values['pending'] === true ? [] : await apply(database.url);
      const { applied, pending } = await getMigrationState(database.url);
      const earlier = applied.filter((name) => !now.includes(name));
      const lines = [
        ...earlier.map((name) => `${name}  applied earlier`),
        ...now.map((name) => `${name}  applied now`),
        ...pending.map((name) => `${name}  missing`),
      ];
      out.result({ applied, applied_now: now, pending }, lines.join('\n') || 'There are no migrations.');
      return 0;
    } finally {
      await database.close();
    }
  },
};
