/**
 * What a start takes, what the service weighs, and what a bare request costs it beside a bare Fastify in the same run. Figures of
 * two programs are compared only where both were measured here, in turns, one right after the other.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const laterStarts = 3;
const rounds = 3;
const requestsPerRound = 5_000;
const connections = 16;
/** The first costs nothing but the way in and out, the second answers with some kilobytes. */
const doors = ['/health/live', '/'];
const ticksPerSecond = 100;

const bare = `
  import { fastify } from 'fastify';
  const server = fastify();
  server.get('/', () => ({ name: 'bare' }));
  console.log('ready at ' + (await server.listen({ port: 0, host: '127.0.0.1' })));`;

type Running = Readonly<{ child: ChildProcess; pid: number; url: string; milliseconds: number }>;

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready at (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`It ended without being ready. It said: ${said}`)));
  });
  await (await fetch(url)).arrayBuffer();
  return { child, pid: child.pid ?? 0, url, milliseconds: performance.now() - began };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function get(url: string, agent: Agent): Promise<void> {
  const call = request(url, { agent, headers: { accept: 'application/json' } });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
}

async function load(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = requestsPerRound;
  const work = async (): Promise<void> => {
    while (left-- > 0) await get(url, agent);
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
}

async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function microsecondsPerRequest({ pid, url }: Running, path: string): Promise<number> {
  const before = await cpuSeconds(pid);
  await load(`${url}${path}`);
  return ((await cpuSeconds(pid)) - before) * (1e6 / requestsPerRound);
}

async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const print = (what: string, value: string): boolean => process.stdout.write(`${what.padEnd(52)} ${value}\n`);

async function compare(door: string, kontor: Running, fastify: Running): Promise<void> {
  const costs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) costs.push([await microsecondsPerRequest(kontor, door), await microsecondsPerRequest(fastify, '/')]);
  const [ours, theirs] = [median(costs.map(([cost]) => cost)), median(costs.map(([, cost]) => cost))];
  print(`CPU per GET ${door} as JSON`, `${ours.toFixed(0)} µs, bare Fastify ${theirs.toFixed(0)} µs: ${(ours / theirs).toFixed(2)} times`);
}

async function measure(dataDir: string): Promise<void> {
  const service = (): Promise<Running> => start(['dist/src/main.js', 'serve'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  const first = await service();
  print('first start to the first page, empty directory', `${(first.milliseconds / 1000).toFixed(2)} s`);
  await stop(first);

  const times: number[] = [];
  for (let turn = 0; turn < laterStarts; turn++) {
    const running = await service();
    times.push(running.milliseconds);
    await stop(running);
  }
  print(`later start to the first page, median of ${laterStarts}`, `${(median(times) / 1000).toFixed(2)} s`);

  const [kontor, fastify] = [await service(), await start(['--input-type=module', '--eval', bare], {})];
  print('memory of the service after its start', `${await megabytes(kontor.pid)} MB`);
  await Promise.all([load(kontor.url), load(fastify.url)]);
  for (const door of doors) await compare(door, kontor, fastify);
  print('memory of the service afterwards', `${await megabytes(kontor.pid)} MB (bare Fastify ${await megabytes(fastify.pid)} MB)`);
  await Promise.all([stop(kontor), stop(fastify)]);
}

const directory = await mkdtemp(join(tmpdir(), 'kontor-bench-'));
// As root, PostgreSQL runs as another user, who has to get in.
await chmod(directory, 0o755);
try {
  await measure(join(directory, 'data'));
} finally {
  await rm(directory, { recursive: true, force: true });
}
