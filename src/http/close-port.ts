import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, Server, type Socket } from 'node:net';

/** After so many tries the port is closed with whatever waits at it. */
const TRIES_MAX = 200;

/** Node's own handle under a server. Called again on a socket that listens, `listen` changes the length of its queue. */
type ServerWithHandle = Readonly<{ _handle?: Readonly<{ listen?: (backlog: number) => number }> | null }>;

/**
 * Closes a port without failing a connection that the system has accepted and Node has not: closing resets those. The queue is made
 * one connection long, a connection from this process takes that one place, and only then is the port closed; a connection that comes meanwhile is
 * refused, as by a closed port. Only Linux tells what is in the queue; elsewhere the port is closed as soon as the loop is idle.
 * `http.Server#close` is not used: it would cut idle connections at once, and with them the requests that are on their way.
 */
export async function closePort(server: Server): Promise<void> {
  const address = server.address();
  if (process.platform === 'linux' && address !== null && typeof address === 'object') {
    for (let tries = 0; tries < TRIES_MAX && !(await tryClosePort(server, address)); tries++) continue;
  }
  if (server.listening) Server.prototype.close.call(server);
}

/** One try, begun right after Node has accepted all who waited. False if another connection has come first. */
function tryClosePort(server: Server, { address, port }: AddressInfo): Promise<boolean> {
  return new Promise((resolve) => {
    setImmediate(() => {
      (server as ServerWithHandle)._handle?.listen?.(0);
      const ownConnection = connect({
        port,
        host: address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address,
      });
      ownConnection.on('error', () => undefined);
      // Node connects in its next tick; until this one is over nothing is accepted.
      process.nextTick(() => {
        const isAlone = isAloneInQueue(ownConnection, port);
        if (isAlone) Server.prototype.close.call(server);
        ownConnection.destroy();
        resolve(isAlone);
      });
    });
  });
}

/** proc_net_tcp(5): addresses, state (0A listens, 01 is established), and of a listening socket how many connections wait. */
function isAloneInQueue({ localPort }: Socket, port: number): boolean {
  if (localPort === undefined) return false;
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(readSocketTable);
  const waiting = rows
    .filter(({ local, state }) => local === port && state === '0A')
    .reduce((sum, { received }) => sum + received, 0);
  return (
    waiting === 1 && rows.some(({ local, remote, state }) => local === localPort && remote === port && state === '01')
  );
}

function readSocketTable(file: string) {
  try {
    return readFileSync(file, 'latin1')
      .split('\n')
      .slice(1, -1)
      .map((line) => {
        const [, local = '', remote = '', state = '', queues = ''] = line.trim().split(/\s+/);
        return {
          local: parsePort(local),
          remote: parsePort(remote),
          state,
          received: Number.parseInt(queues.slice(queues.indexOf(':') + 1), 16),
        };
      });
  } catch {
    return [];
  }
}

const parsePort = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
