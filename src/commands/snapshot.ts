import { OperatorError } from '../errors/operator-error.js';
import type { CliCommand } from './command.js';
import { openTablesForCommand } from './database-requirements.js';

export const snapshotCommand: CliCommand = {
  name: 'snapshot',
  summary:
    'Write a snapshot of the exchange, from which the next start is faster. The service does it by itself; it may run.',
  usage: '',
  examples: ['kontor snapshot'],
  options: {},
  async run({ config, out }) {
    if (config.snapshotMinutes === 0)
      throw new OperatorError(
        'SNAPSHOT_MINUTES is 0: a start reads no snapshots.',
        'Set it to 1 or more, or leave it out.',
      );
    const [{ readStoredBooks }, { SnapshotDirectory }, { writeSnapshot }] = await Promise.all([
      import('../exchange/recovery/recovery.service.js'),
      import('../exchange/snapshot/snapshot-directory.js'),
      import('../exchange/recovery/load-books.js'),
    ]);
    const { url, catalog, close } = await openTablesForCommand(config, out, 'snapshot');
    try {
      const files = new SnapshotDirectory(config, (_level, line) => out.progress(line));
      const command = await readStoredBooks(url, catalog, (stored) => writeSnapshot(stored, files));
      out.result(
        { command },
        command === null ? 'There is nothing new.' : `The snapshot has commands up to ${command}.`,
      );
      return 0;
    } finally {
      await close();
    }
  },
};
