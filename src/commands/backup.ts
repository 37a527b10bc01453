import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';
import type { CliCommand } from './command.js';
import { toDatabaseLogger, rejectExternalDatabase } from './database-requirements.js';

export const backupCommand: CliCommand = {
  name: 'backup',
  summary: 'Copy the embedded database and the data directory’s own files, while the service runs or not.',
  usage: '<directory>',
  examples: ['kontor backup backups/monday', 'kontor backup "/backups/$(date +%F)" --json'],
  options: {},
  positionals: { min: 1, max: 1 },
  async run({ config, positionals, out }) {
    rejectExternalDatabase(config);
    const [destination = ''] = positionals;
    if (!existsSync(join(config.dataDir, 'postgres'))) {
      throw new OperatorError(
        `There is no database in ${config.dataDir}, so there is nothing to copy.`,
        'Name the data directory of the service in DATA_DIR.',
      );
    }
    const [{ openClusterForCommand }, { takeBackup }] = await Promise.all([
      import('../database/open-database.js'),
      import('../database/backup/take-backup.js'),
    ]);
    const cluster = await openClusterForCommand(config.dataDir, toDatabaseLogger(out), 'backup');
    try {
      const { tables, files, madeAt } = await takeBackup(cluster, config.dataDir, destination, (line) =>
        out.progress(line),
      );
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      const text = `Backup made and checked: ${destination}, ${Math.ceil(bytes / 1e6)} MB, ${rows} rows in ${Object.keys(tables).length} tables.\nIt holds the keys to everything: keep it as safe as the data directory.`;
      out.result({ directory: destination, made_at: madeAt, bytes, files: files.length, tables }, text);
      return 0;
    } finally {
      await cluster.close();
    }
  },
};
