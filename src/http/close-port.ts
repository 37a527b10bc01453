import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, Server, type Socket } from 'node:net';

/** After this many attempts the port is closed with whatever is in its queue. */
const TRIES_MAX = 200;

/** Node's own handle of a server. Calling `listen` again changes the length of its queue. */
type ServerWithHandle = Readonly<{ _handle?: Readonly<{ listen?: (backlog: number) => number }> | null }>;

/**
 * Closes a port without failing a connection that the system has accepted and Node has not: closing would reset those.
 * The queue is shortened to one connection, a connection of this process takes that place, and only then is the port
 * closed; further connections are refused, as by a closed port. Only Linux shows the queue; elsewhere the port is
 * closed when the loop is idle. `http.Server#close` would cut idle connections at once, with requests on their way.
 */
export async function closePort(server: Server): Promise<void> {
  const address = server.address();
  if (process.platform === 'linux' && address !== null && typeof address === 'object') {
    for (let tries = 0; tries < TRIES_MAX && !(await tryClosePort(server, address)); tries++) continue;
  }
  if (server.listening) Server.prototype.close.call(server);
}

/** One attempt, right after Node has accepted all waiting connections. False if another connection came first. */
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

/** proc_net_tcp(5): addresses, state (0A listens, 01 is established), and the queue length of a listening socket. */
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
