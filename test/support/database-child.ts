/** The database as a process of its own: opens it, says so in one line of JSON, and closes it when asked to stop. */
import { readConfig } from '../../src/config/read-config.js';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open-database.js';

const say = (fact: object): boolean => process.stdout.write(`${JSON.stringify(fact)}\n`);
const log = (line: string): boolean => say({ log: line });

try {
  const database = await openDatabase(readConfig(process.env), { info: log, warn: log, error: log });
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
  void database.lost.then(({ code, message }) => say({ lost: { code, message } }));
  say({ url: database.url, applied: await migrate(database.url) });
  setInterval(() => undefined, 60_000);
} catch (error) {
  const { code = 'bug', message, fix } = error as { code?: string; message: string; fix?: string };
  say({ error: { code, message, fix } });
  process.exit(1);
}
