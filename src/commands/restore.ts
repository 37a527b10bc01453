import type { Command } from './command.js';
import { claim } from '../service-claim.js';
import { logTo, refuseExternal } from './database-choice.js';

export const restore: Command = {
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
    refuseExternal(config);
    const { restoreBackup } = await import('../database/backup/restore-backup.js');
    const how = { force: values['force'] === true, progress: (line: string) => out.progress(line), log: logTo(out) };
    const { release } = await claim(config.dataDir, 'restoring a backup'); // No service may start meanwhile.
    const { manifest, setAside } = await restoreBackup(positionals[0] ?? '', config.dataDir, how).finally(release);
    const kept =
      setAside === null
        ? ''
        : `\nThe database that was there is kept in ${setAside}; remove it when you no longer need it.`;
    out.result(
      { data_directory: config.dataDir, made_at: manifest.madeAt, tables: manifest.tables, set_aside: setAside },
      `Restored the backup of ${manifest.madeAt} to ${config.dataDir} and checked it.${kept}`,
    );
    return 0;
  },
};
