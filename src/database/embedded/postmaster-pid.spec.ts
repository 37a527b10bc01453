import { parsePostmasterPid } from './postmaster-pid.js';

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
  it('says which process serves which directory on which port, and that it is ready', () => {
    expect(parsePostmasterPid(lines('ready   '))).toEqual({
      pid: 4711,
      dataDirectory: '/srv/kontor/postgres/cluster',
      port: 23_456,
      ready: true,
    });
  });

  it.each(['starting', 'stopping', 'standby ', ''])('is not ready while it says "%s"', (state) => {
    expect(parsePostmasterPid(lines(state))).toMatchObject({ pid: 4711, ready: false });
  });

  it('of a server that has just begun has only its first lines', () => {
    expect(parsePostmasterPid('4711\n/srv/kontor/postgres/cluster\n')).toEqual({
      pid: 4711,
      dataDirectory: '/srv/kontor/postgres/cluster',
      port: 0,
      ready: false,
    });
  });

  it('is read with the line ends of Windows as well', () => {
    expect(parsePostmasterPid(lines('ready').replaceAll('\n', '\r\n'))).toMatchObject({
      pid: 4711,
      port: 23_456,
      ready: true,
    });
  });

  // A negative number is a server in single-user mode; 0 and 1 would be signals to a whole group, or to the machine's first process.
  it.each(['', '\n', 'postgres', '-4711\n', '0\n', '1\n', '1.5\n', '99999999999999999999\n'])(
    'with %j in it names no process',
    (text) => {
      expect(parsePostmasterPid(text)).toBeNull();
    },
  );
});
