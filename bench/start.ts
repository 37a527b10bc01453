/**
 * What a start takes, what the service weighs, and what a bare request costs it beside a bare Fastify in the same run. Figures of
 * two programs are compared only where both were measured here, in turns, one right after the other.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import {
  cpuSeconds,
  inDirectory,
  median,
  megabytes,
  type Running,
  start,
  startService,
  stop,
} from './support/processes.js';
import { readSize } from './support/size.js';

const laterStarts = readSize('KONTOR_BENCH_STARTS', 3, 1);
const rounds = readSize('KONTOR_BENCH_ROUNDS', 3, 1);
const requestsPerRound = readSize('KONTOR_BENCH_REQUESTS', 5_000, 100);
const connections = 16;
/** The first costs nothing but the way in and out, the second answers with some kilobytes. */
const paths = ['/health/live', '/'];

const bare = `
  import { fastify } from 'fastify';
  const server = fastify();
  server.get('/', () => ({ name: 'bare' }));
  console.log('ready at ' + (await server.listen({ port: 0, host: '127.0.0.1' })));`;

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

async function microsecondsPerRequest({ pid, url }: Running, path: string): Promise<number> {
  const before = await cpuSeconds(pid);
  await load(`${url}${path}`);
  return ((await cpuSeconds(pid)) - before) * (1e6 / requestsPerRound);
}

const print = (what: string, value: string): boolean => process.stdout.write(`${what.padEnd(52)} ${value}\n`);

async function compare(path: string, kontor: Running, fastify: Running): Promise<void> {
  const costs: [number, number][] = [];
  for (let round = 0; round < rounds; round++)
    costs.push([await microsecondsPerRequest(kontor, path), await microsecondsPerRequest(fastify, '/')]);
  const [ours, theirs] = [median(costs.map(([cost]) => cost)), median(costs.map(([, cost]) => cost))];
  print(
    `CPU per GET ${path} as JSON`,
    `${ours.toFixed(0)} µs, bare Fastify ${theirs.toFixed(0)} µs: ${(ours / theirs).toFixed(2)} times`,
  );
}

async function measure(dataDir: string): Promise<void> {
  const service = (): Promise<Running> => startService(dataDir);
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

  const [kontor, fastify] = [await service(), await start(['--input-type=module', '--eval', bare])];
  print('memory of the service after its start', `${await megabytes(kontor.pid)} MB`);
  await Promise.all([load(kontor.url), load(fastify.url)]);
  for (const path of paths) await compare(path, kontor, fastify);
  print(
    'memory of the service afterwards',
    `${await megabytes(kontor.pid)} MB (bare Fastify ${await megabytes(fastify.pid)} MB)`,
  );
  await Promise.all([stop(kontor), stop(fastify)]);
}

await inDirectory((directory) => measure(join(directory, 'data')));
