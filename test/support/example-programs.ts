import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';

type Environment = Readonly<Record<string, string>>;

/** A request as a program sent it, as far as its description determines it. */
export type SentByProgram = Readonly<{
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}>;

type ProgramRun = Readonly<{ sent: SentByProgram; status: number; code: unknown }>;

const AsyncFunction = (async () => {
  await Promise.resolve();
}).constructor as new (...parts: readonly string[]) => (...inputs: readonly unknown[]) => Promise<void>;

/** Runs TypeScript in this process, with real requests, and returns each request with its answer. A program that throws has ended. */
export async function runTypeScript(program: string, env: Environment): Promise<readonly ProgramRun[]> {
  const runs: ProgramRun[] = [];
  const send = async (address: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(address, init);
    const [response, text] = [await fetch(address, { ...init, redirect: 'manual' }), await request.text()];
    const { pathname, search } = new URL(address);
    const problem = (await response
      .clone()
      .json()
      .catch(() => null)) as { code?: unknown; error?: unknown } | null;
    runs.push({
      sent: toSent(request.method, pathname + search, Object.fromEntries(request.headers), text),
      status: response.status,
      code: problem?.code ?? problem?.error,
    });
    return response;
  };
  const run = new AsyncFunction('fetch', 'process', 'console', stripTypeScriptTypes(program));
  await run(send, { env }, { log: () => undefined }).catch(() => undefined);
  return runs;
}

export const hasPython = spawnSync('python3', ['-c', 'import json']).status === 0;

/** Runs all programs in one Python, one after another, and returns their requests to `baseUrl` in order. */
export function runPython(
  programs: readonly string[],
  env: Environment,
  baseUrl: string,
): Promise<readonly SentByProgram[]> {
  const runner = 'import json, sys\nfor program in json.load(sys.stdin): exec(compile(program, "example", "exec"), {})';
  return recordRequests([['python3', '-c', runner]], env, baseUrl, JSON.stringify(programs));
}

/**
 * Runs commands one after another. Their requests to `baseUrl`, in commands and input, arrive at a server here, which answers each with an
 * empty object. Returns the requests in order.
 */
export async function recordRequests(
  commands: readonly (readonly string[])[],
  env: Environment,
  baseUrl: string,
  input = '',
): Promise<readonly SentByProgram[]> {
  const sent: SentByProgram[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      sent.push(toSent(method, url, headers as Record<string, string>, Buffer.concat(chunks).toString()));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirect = (text: string): string => text.replaceAll(baseUrl, address);
  try {
    for (const command of commands) await runProcess(command.map(redirect), env, redirect(input));
  } finally {
    server.close();
  }
  return sent;
}

/** Runs a command to its end and returns what it printed; a failure is an error with what it complained of. */
export function runProcess(command: readonly string[], env: Environment, input = ''): Promise<string> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { env: { ...process.env, ...env } });
  const [output, complaints]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(output).toString())
        : reject(new Error(`${program} ended with ${String(code)}: ${Buffer.concat(complaints).toString()}`)),
    );
  });
}

const DESCRIBED_HEADERS = ['accept', 'authorization', 'content-type', 'prefer'];

function toSent(method: string, path: string, headers: Readonly<Record<string, string>>, text: string): SentByProgram {
  const described = DESCRIBED_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name].replace(/;.*/, '')]],
  );
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return {
    method,
    path,
    headers: Object.fromEntries(described) as Record<string, string>,
    body: text === '' ? null : isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as unknown),
  };
}
