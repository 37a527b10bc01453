/**
 * The files of a running cluster that belong to a backup (PostgreSQL's manual, "Making a Base Backup Using the Low
 * Level API"). These directories are copied without their files: a server does not start without them.
 */
const emptiedDirectories = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];

/** Files of the running server, not of its data. */
const serverFiles =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|postgresql\.auto\.conf\.tmp|current_logfiles(?:\.tmp)?)$/;

/** Temporary files of queries, and a cache that is rebuilt. */
const temporaryFiles =
  /(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init(?:\.\d+)?)(?:\/|$)|(?:^|\/)t\d+_\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?$/;

export function isIncludedInBackup(path: string): boolean {
  const [top = ''] = path.split('/');
  return !emptiedDirectories.includes(top) && !serverFiles.test(path) && !temporaryFiles.test(path);
}

/** Directories that a copy needs even if empty: all but those of temporary files and replication slots. */
export function isIncludedDirectory(directory: string): boolean {
  return !directory.includes('pgsql_tmp') && !directory.startsWith('pg_replslot/');
}
