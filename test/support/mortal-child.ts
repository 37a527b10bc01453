/**
 * `kontor serve` as it is built, as a process that dies at a chosen point of its next commit, once SIGUSR2 has set its time.
 * The driver is stopped from outside, at the statement that makes a batch of commands durable; the service knows nothing of it.
 *
 * - `before`: the batch is computed, the commit was not sent to the database.
 * - `during`: the statement is on its way, and nobody knows what becomes of it.
 * - `after`: the batch is durable, and nobody was answered.
 * - `stall`: as `before`, but it is stopped (SIGSTOP), with its transaction open where the batch is one, and goes on when it is continued.
 * - `forgetful` is no way to die but the bug that must be found: rows of the watched table are never written.
 * - `hasty` is no way to die but the bug that must be found: the service believes the batch to be durable a second before it is.
 *
 * REMOVED_PROTECTION takes something away from the service; see removed-protections.ts.
 *
 * WATCHED_TABLE names another table than the journal: it dies at the commit of a transaction that has written that one, and there at the
 * next or the one after it, as it happens.
 *
 * Plain JavaScript with types, for Node to run as it stands: the service is to start as fast as an operator's would.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { removeProtection, withoutProtection } from './removed-protections.ts';

type Point = 'before' | 'during' | 'after' | 'stall' | 'hasty' | 'forgetful' | 'never';
type Ask = (this: pg.Client, ...args: unknown[]) => unknown;
type Result = Readonly<{ rows: readonly unknown[] }>;

const [point = 'never'] = process.argv.slice(2) as Point[];
const { WATCHED_TABLE: watched } = process.env;
const writing = new RegExp(`(?:insert into|update) "?${watched ?? 'journal_batches'}\\b`);
const compiled = join(import.meta.dirname, '..', '..', 'dist', 'src');
const { PatientClient } = (await import(
  join(compiled, 'database', 'patient-client.js')
)) as typeof import('../../src/database/patient-client.js');
const connections = PatientClient.prototype as unknown as { query: Ask };
const ask = connections.query;
const inTransaction = new WeakSet<pg.Client>();
const hasWritten = new WeakSet<pg.Client>();
let isToDie = false;
let spared = watched === undefined ? 0 : randomInt(2);
process.on('SIGUSR2', () => (isToDie = true));

/** Once: when it is continued it goes on as if nothing had happened. */
function stall(): void {
  isToDie = false;
  process.kill(process.pid, 'SIGSTOP');
}

const die = (): void => process.kill(process.pid, 'SIGKILL') as never;

/** Whether this statement makes commands durable: the end of a transaction that has written the journal, or the writing where there is no transaction. */
function isCommit(client: pg.Client, statement: unknown): boolean {
  const text = textOf(statement);
  const ends = /^\s*(?:commit|rollback)/.test(text);
  if (/^\s*(?:begin|start transaction)/.test(text)) inTransaction.add(client);
  if (writing.test(text)) hasWritten.add(client);
  const is = hasWritten.has(client) && (ends ? text.includes('commit') : !inTransaction.has(client));
  if (ends) inTransaction.delete(client);
  if (ends || is) hasWritten.delete(client);
  return is;
}

const textOf = (statement: unknown): string =>
  String(typeof statement === 'object' ? (statement as { text?: unknown } | null)?.text : statement).toLowerCase();

connections.query = function (...given) {
  const args = [withoutProtection(given[0]), ...given.slice(1)];
  const isLast = isCommit(this, args[0]);
  if (point === 'forgetful' && writing.test(textOf(args[0]))) return ask.call(this, 'select 1 as digest');
  if (!isLast) return ask.apply(this, args);
  if (point === 'hasty') return hastily(this, args);
  return isToDie && spared-- <= 0 ? dieAt(point, this, args) : ask.apply(this, args);
};

function dieAt(where: Point, client: pg.Client, args: unknown[]): unknown {
  if (where === 'before') die();
  if (where === 'stall') stall();
  const isAfter = where === 'after' || where === 'forgetful';
  // A pool gives a callback to its connection and gets no promise.
  if (isAfter && typeof args.at(-1) === 'function') return ask.apply(client, args.with(-1, die));
  const answer = ask.apply(client, args);
  if (where === 'during') setImmediate(die);
  if (isAfter) void Promise.resolve(answer).then(die, () => undefined);
  return answer;
}

const earlier: Promise<unknown>[] = [];
let likely: Result = { rows: [] };

/** The first answers are waited for, so that the hasty ones look like them; what comes later on this connection still comes later. */
function hastily(client: pg.Client, args: unknown[]): Promise<unknown> {
  if (!isToDie) return (ask.apply(client, args) as Promise<Result>).then((result) => (likely = result));
  earlier.push(
    pause(1_000)
      .then(() => ask.apply(client, args))
      .catch(() => undefined),
  );
  return Promise.resolve(likely);
}

await removeProtection();
const { runCli } = (await import(join(compiled, 'commands', 'cli.js'))) as typeof import('../../src/commands/cli.js');
process.exitCode = await runCli(['serve'], process.env, '0.0.0');
