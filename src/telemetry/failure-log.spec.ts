import { setTimeout as pause } from 'node:timers/promises';
import { FailureLog } from './failure-log.js';
import { createLog } from './log.js';

type Line = Readonly<{
  level: string;
  msg: string;
  count?: number;
  request_id?: string;
  err?: { stack?: string };
  cause?: { type: string; code?: string; message: string };
}>;

describe('FailureLog', () => {
  let lines: Line[];
  let now: number;
  let failures: FailureLog;
  beforeEach(() => {
    lines = [];
    now = 1_000_000;
    failures = new FailureLog(
      createLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as Line) }),
      () => now,
    );
  });
  const createRefusedError = (port: number) =>
    Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });

  it('writes 25,700 failures of one cause as one line with a stack and one with their count', async () => {
    for (let n = 0; n < 25_700; n++)
      failures.warn('database_unavailable', createRefusedError(20_000 + (n % 100)), { request_id: String(n) });
    await pause(1_100);

    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      level: 'warn',
      msg: 'database_unavailable',
      request_id: '0',
      err: { stack: expect.stringContaining('at ') },
    });
    expect(lines[1]).toMatchObject({
      level: 'warn',
      msg: 'database_unavailable',
      count: 25_699,
      cause: { type: 'Error', code: 'ECONNREFUSED' },
    });
    expect(JSON.stringify(lines[1])).not.toContain('stack');
    expect(lines.map((line) => JSON.stringify(line)).join('').length).toBeLessThan(4_000);
  });

  it('separates causes and counts again in the next second', () => {
    const timeoutError = new Error('timeout expired');
    for (const error of [
      createRefusedError(1),
      timeoutError,
      createRefusedError(1),
      timeoutError,
      createRefusedError(1),
    ])
      failures.warn('database_unavailable', error);
    failures.flush();
    failures.warn('database_unavailable', createRefusedError(1));
    failures.flush();

    expect(
      lines.map(({ count, err, cause }) => [
        count,
        (err ?? cause) !== undefined && JSON.stringify(err ?? cause).includes('timeout'),
      ]),
    ).toEqual([
      [undefined, false],
      [undefined, true],
      [2, false],
      [1, true],
      [1, false],
    ]);
  });

  it('writes the stack again when a cause returns after a minute', () => {
    failures.warn('storage_full', createRefusedError(1));
    now += 61_000;
    failures.warn('storage_full', createRefusedError(1));

    expect(lines.map(({ err }) => err?.stack !== undefined)).toEqual([true, true]);
  });

  it('remembers a limited number of causes', () => {
    for (let n = 0; n < 1_000; n++)
      failures.warn(
        'database_unavailable',
        new Error(`cause ${String.fromCharCode(97 + (n % 26)).repeat(1 + n / 26)}`),
      );
    failures.flush();

    expect(lines.length).toBeLessThan(450);
    expect(lines.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(1_000);
  });
});
