import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const support = join(import.meta.dirname, '..', 'support');

/** Starts faulty-child.ts; `kind` is how it will fail. */
export function startFaulty(kind: 'exception' | 'rejection', env: Readonly<Record<string, string>>) {
  const child = spawn(
    process.execPath,
    ['--import', join(support, 'typescript.mjs'), join(support, 'faulty-child.ts'), kind],
    {
      env: { ...env, HOST: '127.0.0.1', PORT: '0', MODE: 'sandbox', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (heard.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (heard.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...heard }));
  return {
    ended,
    fail: () => child.kill('SIGUSR2'),
    /** Where it listens, as soon as it does. */
    url: () =>
      new Promise<string>((resolve, reject) => {
        child.stdout.on('data', () => {
          const url = /ready at (http\S+)/.exec(heard.stdout)?.[1];
          if (url !== undefined) resolve(url);
        });
        void ended.then(({ stderr }) => reject(new Error(`It ended: ${stderr}`)));
      }),
  };
}
