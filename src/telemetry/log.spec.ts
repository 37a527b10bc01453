import { formatReadableLine } from './log.js';

const time = new Date(2026, 10, 22, 9, 5, 7, 42).toISOString();
const formatLine = (fields: object): string =>
  formatReadableLine(`${JSON.stringify({ level: 'info', time, ...fields })}\n`, false);

describe('formatReadableLine', () => {
  it('shows method, URL, status and milliseconds of a request', () => {
    expect(
      formatLine({
        request_id: 'x',
        method: 'GET',
        route: '/orders/:id',
        url: '/orders/7',
        status: 200,
        ms: 1.5,
        ip: '127.0.0.1',
        user_id: 3,
        msg: 'request',
      }),
    ).toBe('09:05:07.042 INFO   GET /orders/7 200 1.5 ms  user_id=3\n');
  });

  it('shows message and origin of an error in one line', () => {
    const err = {
      type: 'Error',
      code: 'ECONNREFUSED',
      message: 'connect\nrefused',
      stack: '    at one (a.js:1)\n    at two (b.js:2)',
    };

    expect(formatLine({ level: 'error', err, msg: 'unexpected fault' })).toBe(
      '09:05:07.042 ERROR  unexpected fault  Error ECONNREFUSED: connect refused (at one (a.js:1))\n',
    );
  });

  it('keeps other fields and shows counts', () => {
    expect(formatLine({ level: 'warn', msg: 'database_unavailable', count: 12, cause: { type: 'Error' } })).toBe(
      '09:05:07.042 WARN   database_unavailable  count=12  cause={"type":"Error"}\n',
    );
  });

  it('is one line without control characters', () => {
    const output = formatLine({ msg: 'a\u001b[2Jb\r\nc', name: '\u009b31m' });

    expect(output).toBe('09:05:07.042 INFO   a\\x1b[2Jb\\x0d c  name=\\x9b31m\n');
  });

  it('colors the start of warnings on color terminals only, and passes other text unchanged', () => {
    expect(formatReadableLine(JSON.stringify({ level: 'warn', time, msg: 'x' }), true)).toBe(
      '\u001b[33m09:05:07.042 WARN \u001b[0m  x\n',
    );
    expect(formatReadableLine('not JSON\n', true)).toBe('not JSON\n');
  });
});
