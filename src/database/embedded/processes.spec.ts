import { parsePostmasterPid } from './processes.js';

const lines = (state: string): string =>
  [
    '4711',
    '/srv/kontor/postgres/cluster',
    '1763650000',
    '23456',
    '',
    '127.0.0.1',
    '   123456         7',
    state,
    '',
  ].join('\n');

describe('postmaster.pid', () => {
  it('names process, directory and port of a ready server', () => {
    expect(parsePostmasterPid(lines('ready   '))).toEqual({
      pid: 4711,
      dataDirectory: '/srv/kontor/postgres/cluster',
      port: 23_456,
      ready: true,
    });
  });

  it.each(['starting', 'stopping', 'standby ', ''])('is not ready with status "%s"', (state) => {
    expect(parsePostmasterPid(lines(state))).toMatchObject({ pid: 4711, ready: false });
  });

  it('of a starting server has its first lines only', () => {
    expect(parsePostmasterPid('4711\n/srv/kontor/postgres/cluster\n')).toEqual({
      pid: 4711,
      dataDirectory: '/srv/kontor/postgres/cluster',
      port: 0,
      ready: false,
    });
  });

  it('may have Windows line ends', () => {
    expect(parsePostmasterPid(lines('ready').replaceAll('\n', '\r\n'))).toMatchObject({
      pid: 4711,
      port: 23_456,
      ready: true,
    });
  });

  // A negative number is a server in single-user mode; 0 and 1 would be signals to a whole group, or to the machine's first process.
  it.each(['', '\n', 'postgres', '-4711\n', '0\n', '1\n', '1.5\n', '99999999999999999999\n'])(
    'with %j names no process',
    (text) => {
      expect(parsePostmasterPid(text)).toBeNull();
    },
  );
});
