import { OperatorTrouble } from '../errors/operator-trouble.js';
import type { Verification } from '../exchange/verification/verify.service.js';
import type { Command } from './command.js';
import { logTo, requireDatabase } from './database-choice.js';
import { columns } from './options.js';

export const verify: Command = {
  name: 'verify',
  summary:
    'Replay the journal of the exchange and compare every order, trade, position, balance and bar with the tables. Changes nothing; the service may run.',
  usage: '[options]',
  examples: ['kontor verify', 'kontor verify --quick', 'kontor verify --json'],
  options: {
    quick: {
      type: 'boolean',
      summary: 'Replay as well, but compare only the state that a start would find, and not every row.',
    },
  },
  async run({ config, values, out }) {
    requireDatabase(config);
    const [{ visitDatabase }, { migrationState }, { verify: compare }, { compareBars }] = await Promise.all([
      import('../database/open-database.js'),
      import('../database/migrate.js'),
      import('../exchange/verification/verify.service.js'),
      import('../marketdata/bars/bar-comparison.js'),
    ]);
    const database = await visitDatabase(config, logTo(out), 'verify');
    try {
      const { pending } = await migrationState(database.url);
      if (pending.length > 0)
        throw new OperatorTrouble(
          'The database has not the tables of this release.',
          'Start the service once, or run kontor migrate.',
        );
      const found = await compare(database.url, { isQuick: values['quick'] === true, say: out.progress }, [
        compareBars,
      ]);
      const { isEqual, commands, rows, counts, differences, hashes } = found;
      out.result({ equal: isEqual, commands, rows, differing: counts, differences, state: hashes }, textOf(found));
      return isEqual ? 0 : 1;
    } finally {
      await database.close();
    }
  },
};

function textOf({ isEqual, commands, rows, counts, differences }: Verification): string {
  const compared = `${commands} commands were replayed, and ${rows} rows compared.`;
  if (isEqual) return `${compared} Journal and tables say the same.`;
  const told = differences.map(({ table, row, column, journal, stored }) => ({
    table,
    row,
    column: column ?? '',
    journal: journal ?? 'nothing',
    'table says': stored ?? 'nothing',
  }));
  const counted = Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ');
  return [`${compared} Journal and tables differ. Rows that do: ${counted}.`, '', columns(told, '')].join('\n');
}
