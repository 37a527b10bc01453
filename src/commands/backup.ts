import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import type { Command } from './command.js';
import { logTo, refuseExternal } from './database-choice.js';

export const backup: Command = {
  name: 'backup',
  summary: 'Copy the embedded database and the data directory’s own files, while the service runs or not.',
  usage: '<directory>',
  examples: ['kontor backup backups/monday', 'kontor backup "/backups/$(date +%F)" --json'],
  options: {},
  positionals: { min: 1, max: 1 },
  async run({ config, positionals, out }) {
    refuseExternal(config);
    const [destination = ''] = positionals;
    if (!existsSync(join(config.dataDir, 'postgres'))) {
      throw new OperatorTrouble(
        `There is no database in ${config.dataDir}, so there is nothing to copy.`,
        'Name the data directory of the service in DATA_DIR.',
      );
    }
    const [{ visitCluster }, { takeBackup }] = await Promise.all([
      import('../database/embedded/visit.js'),
      import('../database/backup/take-backup.js'),
    ]);
    const visit = await visitCluster(config.dataDir, logTo(out), 'backup');
    try {
      const { tables, files, madeAt } = await takeBackup(visit, config.dataDir, destination, (line) =>
        out.progress(line),
      );
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      const text = `Backup made and checked: ${destination}, ${Math.ceil(bytes / 1e6)} MB, ${rows} rows in ${Object.keys(tables).length} tables.\nIt holds the keys to everything: keep it as safe as the data directory.`;
      out.result({ directory: destination, made_at: madeAt, bytes, files: files.length, tables }, text);
      return 0;
    } finally {
      await visit.leave();
    }
  },
};
