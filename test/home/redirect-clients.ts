import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import axios from 'axios';

/** A request that a client sends and whose redirect it follows by itself. */
type FollowedRequest = Readonly<{
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}>;

/** What the client reports in the end. */
type FollowedResponse = Readonly<{ status: number; body: string }>;

/** An HTTP client as people use it, with its default settings for redirects. */
export type RedirectClient = Readonly<{
  name: string;
  isThere: () => boolean;
  send: (request: FollowedRequest) => Promise<FollowedResponse>;
}>;

const PYTHON = `
import json, requests, sys
asked = json.load(sys.stdin)
answer = requests.request(asked['method'], asked['url'], headers=asked['headers'], data=asked.get('body'))
print(json.dumps({'status': answer.status_code, 'body': answer.text}))
`;

/** The clients that the notes for callers speak of. Not every machine has each of them. */
export const redirectClients: readonly RedirectClient[] = [
  {
    name: 'fetch',
    isThere: () => true,
    send: async ({ method, url, headers, body }) => {
      const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
      return { status: answer.status, body: await answer.text() };
    },
  },
  {
    name: 'curl -L',
    isThere: () => succeeds('curl', ['--version']),
    send: async ({ method, url, headers, body }) => {
      const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
      const text = await outputOf(
        'curl',
        ['-sS', '-L', '-w', '\\n%{http_code}', ...named, ...(body === undefined ? ['-X', method] : ['-d', body]), url],
        '',
      );
      return { status: Number(text.slice(-3)), body: text.slice(0, -4) };
    },
  },
  {
    name: 'Python requests',
    isThere: () => succeeds('python3', ['-c', 'import requests']),
    send: async (request) =>
      JSON.parse(await outputOf('python3', ['-c', PYTHON], JSON.stringify(request))) as FollowedResponse,
  },
  {
    name: 'axios',
    isThere: () => true,
    send: async ({ method, url, headers, body }) => {
      const { status, data } = await axios.request<string>({
        method,
        url,
        headers,
        data: body,
        validateStatus: null,
        responseType: 'text',
        transformResponse: (text: string) => text,
      });
      return { status, body: data };
    },
  },
];

const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

async function outputOf(program: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return chunks.join('');
}
