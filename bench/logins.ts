/**
 * Two hundred who sign in at once, again and again for some seconds, and a user who meanwhile asks for something else: how long
 * that takes beside the same without the flood. A caller who cannot be served gets a Retry-After.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Connection } from './support/connection.js';
import { newKey, passwordForm, signIn, unhindered } from './support/first-sign-in.js';
import { inDirectory, startService } from './support/processes.js';
import { readSize } from './support/size.js';

const logins = readSize('KONTOR_BENCH_LOGINS', 200, 4);
const seconds = readSize('KONTOR_BENCH_SECONDS', 10, 1);
const millisecondsBetween = 5;

const retryAfter = ({ head }: Answer): number => Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0);

const until = (): (() => boolean) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
};

/** Asks at a steady pace, however long an answer takes: a slow one must not hide the requests that it would have held up. */
async function probe(url: string, paths: readonly string[], headers: Record<string, string>): Promise<number[]> {
  const [goesOn, took, attempts] = [until(), [] as number[], [] as Promise<void>[]];
  const free: Connection[] = [];
  const ask = async (path: string): Promise<void> => {
    const began = performance.now();
    const connection = free.pop() ?? (await Connection.to(url));
    const { status } = await connection.get(path, headers);
    took.push(performance.now() - began);
    free.push(connection);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  };
  for (let n = 0; goesOn(); n++) {
    attempts.push(ask(paths[n % paths.length] ?? '/'));
    await pause(millisecondsBetween);
  }
  await Promise.all(attempts);
  for (const connection of free) connection.close();
  return took.toSorted((a, b) => a - b);
}

async function flood(url: string, key: Record<string, string>): Promise<Answer[]> {
  const [goesOn, answers] = [until(), [] as Answer[]];
  // Each from an address of their own: of one address, so many at once would be taken for a guesser.
  const one = async (n: number): Promise<void> => {
    const headers = { ...key, 'x-forwarded-for': `10.0.${n}.1` };
    const connection = await Connection.to(url);
    while (goesOn()) {
      const answer = await connection.postForm('/oauth/token', passwordForm, headers);
      answers.push(answer);
      // A user who was turned away comes again when they were asked to, and not all in the same moment.
      if (answer.status === 503) await pause(retryAfter(answer) * 1000 * (1 + Math.random()));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: logins }, (_, n) => one(n)));
  return answers;
}

const at = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1)} ms`;
const printLatencies = (what: string, took: readonly number[]): boolean =>
  process.stdout.write(
    `| ${what}: p50, p99, slowest of ${took.length} | ${at(took, 0.5)}, ${at(took, 0.99)}, ${at(took, 0.999999)} |\n`,
  );

await inDirectory(async (directory) => {
  const { url } = await startService(join(directory, 'data'), { ...unhindered, TRUST_PROXY: '1' });
  const key = await newKey(url, ['password']);
  const headers = { authorization: `Bearer ${(await signIn(url, key))['access_token'] ?? ''}` };
  const paths = ['/users/me', '/health/live', '/.well-known/openid-configuration'];
  process.stdout.write('| | measured |\n| --- | --- |\n');
  printLatencies('without logins', await probe(url, paths, headers));
  const [took, answers] = await Promise.all([probe(url, paths, headers), flood(url, key)]);
  printLatencies(`with ${logins} logins at once (target: p99 below 50 ms)`, took);
  const of = (status: number): Answer[] => answers.filter((answer) => answer.status === status);
  const polite = of(503).filter((answer) => retryAfter(answer) > 0).length;
  process.stdout.write(
    `| logins in ${seconds} s | ${of(200).length} served, ${of(503).length} refused with 503 (${polite} of them with Retry-After), ${answers.length - of(200).length - of(503).length} answered otherwise |\n`,
  );
});
