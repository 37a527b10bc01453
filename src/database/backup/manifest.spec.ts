import { isIncludedInBackup } from './manifest.js';

describe('isIncludedInBackup', () => {
  it.each([
    'PG_VERSION',
    'global/pg_control',
    'base/16384/2619',
    'base/16384/2619_fsm',
    'pg_xact/0000',
    'pg_multixact/offsets/0000',
    'kontor-password',
    'postgresql.conf',
    'pg_hba.conf',
    'pg_logical/mappings/x',
  ])('copies %s', (path) => expect(isIncludedInBackup(path)).toBe(true));

  it.each([
    'postmaster.pid',
    'postmaster.opts',
    'backup_label',
    'pg_wal/000000010000000000000001',
    'pg_replslot/x/state',
    'pg_notify/0000',
    'pg_subtrans/0000',
    'base/pgsql_tmp/pgsql_tmp12.0',
    'base/16384/pg_internal.init',
    'base/16384/t3_16401',
  ])('leaves out %s', (path) => expect(isIncludedInBackup(path)).toBe(false));
});
