/**
 * Tokens: refresh and client credentials, durable in PostgreSQL, beside oidc-provider with its store in memory, and with a
 * durable one in the same PostgreSQL; and what the check of a bearer token costs beyond the same endpoint without one. Every
 * round asks the one and then the other.
 */
import { join } from 'node:path';
import { type Answer, Connection } from './support/connection.js';
import { basic, newKey, signIn, unhindered } from './support/first-sign-in.js';
import {
  cpuSeconds,
  createPeerDatabase,
  databaseCpuSeconds,
  inDirectory,
  median,
  type Running,
  startBeside,
  startService,
  stop,
} from './support/processes.js';
import { readSize } from './support/size.js';

const rounds = readSize('KONTOR_BENCH_ROUNDS', 5, 1);
const warmUps = readSize('KONTOR_BENCH_WARMUPS', 6, 1);
const requestsPerRound = readSize('KONTOR_BENCH_REQUESTS', 3_000, 64);
const bearerRequestsPerRound = readSize('KONTOR_BENCH_REQUESTS', 10_000, 64);
const connections = readSize('KONTOR_BENCH_CONNECTIONS', 64, 4);

/** A server of tokens: where it gives them, to which key, and a refresh token to begin with. */
type Peer = Readonly<{
  running: Running;
  path: string;
  key: ReturnType<typeof basic>;
  seed: () => Promise<string>;
  otherCpuSeconds: () => Promise<number>;
}>;

type Cost = Readonly<{ perSecond: number; microseconds: number; otherMicroseconds: number }>;

/** What one connection does in one round, so often. */
type Work = (connection: Connection, times: number) => Promise<void>;

async function json(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
  return JSON.parse(body) as Record<string, unknown>;
}

async function kontor(dataDir: string): Promise<Peer> {
  const running = await startService(dataDir, {
    ...unhindered,
    LOG_LEVEL: process.env['KONTOR_BENCH_LOG_LEVEL'] ?? 'info',
  });
  const key = await newKey(running.url, ['password', 'refresh_token', 'client_credentials']);
  return {
    running,
    path: '/oauth/token',
    key,
    seed: async () => (await signIn(running.url, key))['refresh_token'] ?? '',
    otherCpuSeconds: () => databaseCpuSeconds(dataDir),
  };
}

/** With a directory, its store is in the PostgreSQL there. */
async function oidcProvider(dataDir: string | null): Promise<Peer> {
  const running = await startBeside(
    'oidc-provider.ts',
    dataDir === null ? {} : { PEER_DATABASE_URL: await createPeerDatabase(dataDir, 'peer') },
  );
  const seed = async (): Promise<string> => (await fetch(`${running.url}/seed`)).text();
  return {
    running,
    path: '/token',
    key: basic('bench', 'secret-of-the-bench'),
    seed,
    otherCpuSeconds: () => (dataDir === null ? Promise.resolve(0) : databaseCpuSeconds(dataDir)),
  };
}

async function measure(
  running: Running,
  works: readonly Work[],
  requests: number,
  otherCpuSeconds: () => Promise<number>,
): Promise<Cost> {
  const lanes = await Promise.all(works.map(async (work) => ({ work, connection: await Connection.to(running.url) })));
  const [cpu, other, began] = [await cpuSeconds(running.pid), await otherCpuSeconds(), performance.now()];
  await Promise.all(lanes.map(({ work, connection }) => work(connection, Math.round(requests / works.length))));
  const seconds = (performance.now() - began) / 1000;
  const cost = {
    perSecond: requests / seconds,
    microseconds: (((await cpuSeconds(running.pid)) - cpu) * 1e6) / requests,
    otherMicroseconds: (((await otherCpuSeconds()) - other) * 1e6) / requests,
  };
  for (const { connection } of lanes) connection.close();
  return cost;
}

const clientCredentials =
  ({ path, key }: Peer): Work =>
  async (connection, times) => {
    for (let n = 0; n < times; n++) await json(connection.postForm(path, { grant_type: 'client_credentials' }, key));
  };

/** Every connection has a family of its own and always uses the newest token of it. */
const refresh = ({ path, key }: Peer, first: string): Work => {
  let token = first;
  return async (connection, times) => {
    for (let n = 0; n < times; n++)
      token = String(
        (await json(connection.postForm(path, { grant_type: 'refresh_token', refresh_token: token }, key)))[
          'refresh_token'
        ],
      );
  };
};

const print = (what: string, value: string): boolean => process.stdout.write(`| ${what} | ${value} |\n`);

async function compare(
  what: string,
  target: string,
  [ours, theirs]: readonly [Peer, Peer],
  worksOf: (peer: Peer) => Promise<readonly Work[]>,
): Promise<void> {
  const costs: [Cost, Cost][] = [];
  const turn = async (peer: Peer): Promise<Cost> =>
    measure(peer.running, await worksOf(peer), requestsPerRound, peer.otherCpuSeconds);
  // As many as it takes until V8 has compiled what it will compile: else the first row would be the dearest of each server.
  for (let n = 0; n < warmUps; n++) for (const peer of [ours, theirs]) await turn(peer);
  for (let round = 0; round < rounds; round++) costs.push([await turn(ours), await turn(theirs)]);
  const of = (side: 0 | 1, figure: keyof Cost): number => median(costs.map((cost) => cost[side][figure]));
  const ratio = median(costs.map(([one, other]) => one.perSecond / other.perSecond));
  print(
    `${what} per second`,
    `${of(0, 'perSecond').toFixed(0)}, oidc-provider ${of(1, 'perSecond').toFixed(0)}: ${ratio.toFixed(2)} times | ${target}`,
  );
  print(
    `CPU of a ${what}`,
    `${([0, 1] as const).map((side) => `${of(side, 'microseconds').toFixed(0)} µs and PostgreSQL ${of(side, 'otherMicroseconds').toFixed(0)} µs`).join(', oidc-provider ')} | `,
  );
}

async function bearerCheck(): Promise<void> {
  const running = await startBeside('../../test/support/bearer-child.ts');
  const { token } = (await (
    await fetch(`${running.url}/endpoints/token`, { headers: { accept: 'application/json' } })
  ).json()) as { token: string };
  const ask =
    (path: string, headers: Record<string, string>): Work =>
    async (connection, times) => {
      for (let n = 0; n < times; n++) await json(connection.get(path, headers));
    };
  const turn = async (path: string, headers: Record<string, string>): Promise<number> =>
    (
      await measure(
        running,
        Array.from({ length: 16 }, () => ask(path, headers)),
        bearerRequestsPerRound,
        () => Promise.resolve(0),
      )
    ).microseconds;
  const costs: [number, number][] = [];
  for (let round = 0; round <= rounds; round++)
    costs.push([
      await turn('/endpoints/open', {}),
      await turn('/endpoints/bearer', { authorization: `Bearer ${token}` }),
    ]);
  const kept = costs.slice(1);
  const [open, guarded] = [median(kept.map(([one]) => one)), median(kept.map(([, other]) => other))];
  print(
    'CPU of a bearer check beyond the bare route',
    `${(guarded - open).toFixed(1)} µs (${guarded.toFixed(1)} and ${open.toFixed(1)} µs) | at most 10 µs`,
  );
  await stop(running);
}

await inDirectory(async (directory) => {
  const dataDir = join(directory, 'data');
  const ours = await kontor(dataDir);
  const [inMemory, durable] = [await oidcProvider(null), await oidcProvider(dataDir)];
  print('what', 'measured | target');
  print('---', '--- | ---');
  const byClient = (peer: Peer): Promise<Work[]> =>
    Promise.resolve(Array.from({ length: connections }, () => clientCredentials(peer)));
  const families = async (peer: Peer): Promise<readonly Work[]> => {
    const works: Work[] = [];
    for (let n = 0; n < connections; n++) works.push(refresh(peer, await peer.seed()));
    return works;
  };
  const ourFamilies = await families(ours);
  // The peers keep lists that grow with a family, so there it begins with new ones in every round; ours stay.
  const byFamily = (peer: Peer): Promise<readonly Work[]> =>
    peer === ours ? Promise.resolve(ourFamilies) : families(peer);
  await compare('client_credentials', 'at least 1.0 times', [ours, inMemory], byClient);
  await compare('refresh', 'at least 1.0 times', [ours, inMemory], byFamily);
  await compare('client_credentials, both durable,', 'at least 3.0 times', [ours, durable], byClient);
  await compare('refresh, both durable,', 'at least 3.0 times', [ours, durable], byFamily);
  for (const { running } of [durable, inMemory, ours]) await stop(running);
  await bearerCheck();
});
