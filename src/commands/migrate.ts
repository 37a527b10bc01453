import type { Command } from './command.js';
import { logTo, requireDatabase } from './database-choice.js';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database’s tables up to date, or only say what is missing. The service does this at its start.',
  usage: '[--pending]',
  examples: ['kontor migrate', 'kontor migrate --pending --json'],
  options: { pending: { type: 'boolean', summary: 'Change nothing; say what is applied and what is missing.' } },
  async run({ config, values, out }) {
    if (values['pending'] === true) requireDatabase(config);
    const [{ visitDatabase }, { migrate: apply, migrationState }] = await Promise.all([
      import('../database/open-database.js'),
      import('../database/migrate.js'),
    ]);
    const database = await visitDatabase(config, logTo(out), 'migrate');
    try {
      const now = values['pending'] === true ? [] : await apply(database.url);
      const { applied, pending } = await migrationState(database.url);
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
