/**
 * What a guesser could learn from the clock at the token endpoint: how long refusals take that look the same. The service is asked
 * over HTTP, one request after another, each kind in its turn. The ratio of two medians should be within a fifth of 1.
 */
import { join } from 'node:path';
import { Connection } from './support/connection.js';
import { basic, firstSignIn, newKey, passwordForm, signIn, unhindered } from './support/first-sign-in.js';
import { inDirectory, median, startService } from './support/processes.js';
import { readSize } from './support/size.js';

const rounds = readSize('KONTOR_BENCH_ROUNDS', 200, 2);

type Attempt = Readonly<{ form: Record<string, string>; key: Record<string, string> }>;

let attempts = 0;
/** Failures are counted by address, so each comes from another; and slowly by user, so there are users enough. */
const from = (): Record<string, string> => ({ 'x-forwarded-for': `10.${(attempts += 1) >> 8}.${attempts & 255}.1` });

async function millisecondsOf(url: string, { form, key }: Attempt): Promise<number> {
  const connection = await Connection.to(url);
  const began = performance.now();
  const { status } = await connection.postForm('/oauth/token', form, { ...key, ...from() });
  const took = performance.now() - began;
  connection.close();
  if (status !== 400 && status !== 401) throw new Error(`answered ${status}`);
  return took;
}

async function compare(url: string, kinds: Readonly<Record<string, (round: number) => Attempt>>): Promise<void> {
  const times = Object.entries(kinds).map(([name, attempt]) => ({ name, attempt, took: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { attempt, took } of times) took.push(await millisecondsOf(url, attempt(round)));
  }
  const [first] = times;
  for (const { name, took } of times) {
    process.stdout.write(
      `| ${name} | ${median(took).toFixed(2)} ms | ${(median(took) / median(first?.took ?? [])).toFixed(3)} times |\n`,
    );
  }
}

const emails = (name: string): string[] =>
  Array.from({ length: Math.ceil(rounds / 50) }, (_, n) => `${name}${n}@example.test`);

async function register(url: string, key: Record<string, string>, email: string): Promise<number> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ email, first_name: 'Other', last_name: 'Person', password: firstSignIn.password });
  const registered = await fetch(`${url}/users`, { method: 'POST', headers: { ...headers, ...key }, body });
  return ((await registered.json()) as { id: number }).id;
}

async function disable(url: string, id: number): Promise<void> {
  const { access_token: token = '' } = await signIn(url);
  const { status } = await fetch(`${url}/users/${id}/disable`, {
    method: 'POST',
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  if (status !== 200) throw new Error(`Disabling a user was answered ${status}.`);
}

await inDirectory(async (directory) => {
  const { id, secret } = firstSignIn;
  const running = await startService(join(directory, 'data'), { ...unhindered, TRUST_PROXY: '1' });
  const key = await newKey(running.url, ['password']);
  const [enabled, disabled] = [emails('enabled'), emails('disabled')];
  for (const email of enabled) await register(running.url, basic(id, secret), email);
  for (const email of disabled) await disable(running.url, await register(running.url, basic(id, secret), email));
  process.stdout.write(`| refusal, median of ${rounds} in turns | | beside the first |\n| --- | --- | --- |\n`);
  const attempt = (more: Record<string, string>): Attempt => ({ form: { ...passwordForm, ...more }, key });
  await compare(running.url, {
    'a wrong password': (round) => attempt({ username: enabled[round % enabled.length] ?? '', password: 'wrong' }),
    'an unknown user': (round) => attempt({ username: `nobody-${round}@example.test` }),
    'a disabled user': (round) => attempt({ username: disabled[round % disabled.length] ?? '' }),
  });
  await compare(running.url, {
    'a wrong secret': () => ({ form: { grant_type: 'client_credentials' }, key: basic(id, `not ${secret}`) }),
    'an unknown key': (round) => ({
      form: { grant_type: 'client_credentials' },
      key: basic(`unknown-${round}`, secret),
    }),
  });
});
