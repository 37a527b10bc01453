import { readConfig } from '../../src/config/config.js';
import { restoreBackup } from '../../src/database/backup/restore-backup.js';
import { takeBackup } from '../../src/database/backup/take-backup.js';
import { visitCluster } from '../../src/database/embedded/visit.js';
import { openDatabase } from '../../src/database/open-database.js';

const mute = (): undefined => undefined;
export const silent = { info: mute, warn: mute, error: mute };

/** What `kontor backup` does, beside the service that runs. */
export async function backUp(dataDir: string, destination: string) {
  const visit = await visitCluster(dataDir, silent, 'backup');
  return takeBackup(visit, dataDir, destination, mute).finally(visit.leave);
}

/** What `kontor restore` does. */
export const restore = (source: string, dataDir: string, force = false) => restoreBackup(source, dataDir, { force, progress: mute, log: silent });

export const openOn = (dataDir: string) => openDatabase(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), silent);
