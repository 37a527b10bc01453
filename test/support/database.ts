import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { superuserUrlForTests, template, urlForTests } from './test-cluster.js';

/** A migrated database of one's own, copied in a few milliseconds, in the cluster that jest's set-up has started. Its URL is that of the service's role, as in an embedded cluster. */
export async function openTestDatabase(source = template) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = urlOf(name, urlForTests);
  await administer(`create database ${name} owner ${new URL(url).username} template ${source} strategy file_copy`);
  return { url, close: () => administer(`drop database if exists ${name} with (force)`) };
}

function urlOf(database: string, variable: string): string {
  // Jest's set-up runs in another process and can hand over nothing but its environment.
  const url = new URL(process.env[variable] ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

let connection: pg.Pool | undefined;

/** Houses that open one after the other share one connection; nobody has to wait for it to end. */
async function administer(statement: string): Promise<void> {
  connection ??= new pg.Pool({
    connectionString: urlOf('postgres', superuserUrlForTests),
    max: 1,
    allowExitOnIdle: true,
  }).on('error', () => undefined);
  await connection.query(statement);
}
