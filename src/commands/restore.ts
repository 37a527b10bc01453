import type { CliCommand } from './command.js';
import { claimDataDirectory } from '../process/service-claim.js';
import { toDatabaseLogger, rejectExternalDatabase } from './database-requirements.js';

export const restoreCommand: CliCommand = {
  name: 'restore',
  summary: 'Put a backup in the place of the embedded database. The service must be stopped.',
  usage: '<directory> [--force]',
  examples: [
    'kontor restore backups/monday',
    'DATA_DIR=./data-2 kontor restore backups/monday',
    'kontor restore backups/monday --force',
  ],
  options: {
    force: { type: 'boolean', summary: 'Replace a database that is there; it is set aside under another name.' },
  },
  positionals: { min: 1, max: 1 },
  async run({ config, values, positionals, out }) {
    rejectExternalDatabase(config);
    const { restoreBackup } = await import('../database/backup/restore-backup.js');
    const options = {
      force: values['force'] === true,
      progress: (line: string) => out.progress(line),
      log: toDatabaseLogger(out),
    };
    const { release } = await claimDataDirectory(config.dataDir, 'restoring a backup'); // No service may start meanwhile.
    const { manifest, setAside } = await restoreBackup(positionals[0] ?? '', config.dataDir, options).finally(release);
    const setAsideNote =
      setAside === null
        ? ''
        : `\nThe database that was there is kept in ${setAside}; remove it when you no longer need it.`;
    out.result(
      { data_directory: config.dataDir, made_at: manifest.madeAt, tables: manifest.tables, set_aside: setAside },
      `Restored the backup of ${manifest.madeAt} to ${config.dataDir} and checked it.${setAsideNote}`,
    );
    return 0;
  },
};
