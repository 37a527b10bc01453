import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const loader = join(root, 'test', 'support', 'typescript.mjs');
const LINES = 500;

/** A process that writes to its log, by two of them in turns, and then ends in a way of its own; gives the lines that were seen. */
function seenOf(end: string) {
  const program = `
    import { abortOnUncaughtError } from './src/process/stop-signals.ts';
    import { createLog } from './src/telemetry/log.ts';
    const logs = [createLog('info'), createLog('info')];
    for (let n = 0; n < ${LINES}; n++) logs[n % 2].info({ n }, 'line');
    ${end}`;
  const { stdout, status, signal } = spawnSync(
    process.execPath,
    ['--import', loader, '--input-type=module', '--eval', program],
    { cwd: root, encoding: 'utf8' },
  );
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { n?: number; level: string; msg: string });
  return { lines, numbers: lines.filter(({ msg }) => msg === 'line').map(({ n }) => n), status, signal };
}

describe('log of an ending process', () => {
  const all = Array.from({ length: LINES }, (_, n) => n);

  it.each([
    ['when nothing is left to do', '', 0],
    ['by its own word', 'process.exit(3);', 3],
    ['by an error that nobody caught', `throw new Error('nobody caught this');`, 1],
    [
      'in its order after a rejection that nobody caught',
      `abortOnUncaughtError(logs[0]).addEventListener('abort', () => process.exit(4)); Promise.reject(new Error('nor this'));`,
      4,
    ],
  ])('is complete and in its order: %s', (_how, end, status) => {
    const seen = seenOf(end);

    expect(seen.status).toBe(status);
    expect(seen.numbers).toEqual(all);
  });

  it('has the reason as its last line', () => {
    const { lines } = seenOf(
      `abortOnUncaughtError(logs[0]).addEventListener('abort', () => process.exit(4)); setTimeout(() => { throw new Error('this'); }, 1);`,
    );

    expect(lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'uncaught fault' });
  });

  it('loses at most its last moment when the process is killed', () => {
    const { numbers, signal } = seenOf(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);`);

    expect([signal, numbers]).toEqual(['SIGKILL', all]);
  });
});
