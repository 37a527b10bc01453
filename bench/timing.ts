/**
 * What a guesser could learn from the clock at the token endpoint: how long refusals take that look the same. The service is asked
 * over HTTP, one request after another, each kind in its turn. The ratio of two medians should be within a fifth of 1.
 */
import { join } from 'node:path';
import { Connection } from './support/connection.js';
import { basic, firstSignIn, newKey, passwordForm, signIn, unhindered } from './support/first-sign-in.js';
import { inDirectory, median, startService } from './support/processes.js';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200);

type Attempt = Readonly<{ form: Record<string, string>; key: Record<string, string> }>;

let attempts = 0;
/** Failures are counted by address, so each comes from another. */
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
    process.stdout.write(`| ${name} | ${median(took).toFixed(2)} ms | ${(median(took) / median(first?.took ?? [])).toFixed(3)} times |\n`);
  }
}

const basis = { email: 'other@example.test', first_name: 'Other', last_name: 'Person', password: firstSignIn.password };

/** Registers somebody and disables them. */
async function disabledUser(url: string, key: Record<string, string>): Promise<string> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const registered = await fetch(`${url}/users`, { method: 'POST', headers: { ...headers, ...key }, body: JSON.stringify(basis) });
  const { id } = (await registered.json()) as { id: number };
  const { access_token: token = '' } = await signIn(url);
  const { status } = await fetch(`${url}/users/${id}/disable`, { method: 'POST', headers: { accept: headers.accept, authorization: `Bearer ${token}` } });
  if (status !== 200) throw new Error(`Disabling a user was answered ${status}.`);
  return basis.email;
}

await inDirectory(async (directory) => {
  const { id, secret } = firstSignIn;
  const running = await startService(join(directory, 'data'), { ...unhindered, TRUST_PROXY: '1' });
  const key = await newKey(running.url, ['password']);
  const disabled = await disabledUser(running.url, basic(id, secret));
  process.stdout.write(`| refusal, median of ${rounds} in turns | | beside the first |\n| --- | --- | --- |\n`);
  const attempt = (more: Record<string, string>): Attempt => ({ form: { ...passwordForm, ...more }, key });
  await compare(running.url, {
    'a wrong password': () => attempt({ password: 'wrong' }),
    'an unknown user': (round) => attempt({ username: `nobody-${round}@example.test` }),
    'a disabled user': () => attempt({ username: disabled }),
  });
  await compare(running.url, {
    'a wrong secret': () => ({ form: { grant_type: 'client_credentials' }, key: basic(id, `not ${secret}`) }),
    'an unknown key': (round) => ({ form: { grant_type: 'client_credentials' }, key: basic(`unknown-${round}`, secret) }),
  });
});
