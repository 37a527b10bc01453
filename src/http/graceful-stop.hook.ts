import type { Server as HttpServer } from 'node:http';
import { type Socket, type AddressInfo, connect, Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InFlightRequests } from './in-flight.hook.js';
import { OpenStreams } from './open-streams.js';
import { readFileSync } from 'node:fs';

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
async function closePort(server: Server): Promise<void> {
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

/** The idle time after which a connection is closed during the stop. */
const IDLE_MS = 1_000;
/** The minimum time for clients on open connections to receive a last response. */
const NOTICE_MS = 250;
const POLL_MS = 20;

type ConnectionUse = { inFlight: number; lastUsedAt: number };

/** The connections of the port with their last use. */
class OpenConnections {
  private readonly uses = new Map<Socket, ConnectionUse>();

  onOpened(socket: Socket): void {
    this.uses.set(socket, { inFlight: 0, lastUsedAt: performance.now() });
    socket.once('close', () => this.uses.delete(socket));
  }

  onRequest(socket: Socket): void {
    const use = this.uses.get(socket);
    if (use) use.inFlight += 1;
  }

  onResponse(socket: Socket): void {
    const use = this.uses.get(socket);
    if (!use) return;
    use.inFlight -= 1;
    use.lastUsedAt = performance.now();
  }

  /**
   * Closes each connection once it is idle, and returns when none is left or `milliseconds` are over. A connection that
   * is used meanwhile is closed by its response, which announces it, so that no request is sent into a closing
   * connection.
   */
  async closeIdle(milliseconds: number): Promise<void> {
    const startedAt = performance.now();
    while (this.uses.size > 0 && performance.now() - startedAt < milliseconds) {
      const now = performance.now();
      if (now - startedAt >= NOTICE_MS) await this.close((use) => now - use.lastUsedAt >= IDLE_MS);
      if (this.uses.size > 0) await wait(POLL_MS);
    }
    await this.close(() => true);
  }

  /** Checked again after everything that has arrived was read. */
  private async close(isDue: (use: ConnectionUse) => boolean): Promise<void> {
    for (const [socket, use] of this.uses) {
      if (use.inFlight > 0 || !isDue(use)) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (use.inFlight === 0 && isDue(use)) socket.destroy();
    }
  }
}

/** How long busy keep-alive connections are waited for; PostgreSQL needs some of the 5 seconds as well. */
const CONNECTIONS_MS = 2_000;
/** Running requests are cut after this time; the process must end within 5 seconds. */
const CUT_AFTER_MS = 4_000;

/**
 * Stops without failing requests: readiness becomes 503, the port closes, streams end with a message, and responses
 * have `Connection: close`; a connection closes with such a response, or after being idle. Nest waits for this before
 * it closes the server.
 */
@Injectable()
export class GracefulStop implements OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown {
  private port: HttpServer | null = null;
  private forceTimer: NodeJS.Timeout | undefined;
  /** Connections during the TLS handshake. http.Server does not know them, but would wait for them. */
  private readonly handshakes = new Map<string, Socket>();
  private readonly connections = new OpenConnections();

  constructor(
    private readonly inFlight: InFlightRequests,
    private readonly streams: OpenStreams,
  ) {}

  attach({ server }: FastifyInstance): void {
    this.port = server;
    if (server instanceof TlsServer) this.trackHandshakes(server);
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) =>
      this.connections.onOpened(socket),
    );
  }

  onStart({ raw }: FastifyRequest): void {
    this.connections.onRequest(raw.socket);
  }

  onEnd({ raw }: FastifyRequest): void {
    this.connections.onResponse(raw.socket);
  }

  onRequest(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (this.streams.isStopping) reply.raw.shouldKeepAlive = false;
    done();
  }

  /** The raw and the secure connection are two objects with the same remote address. */
  private trackHandshakes(server: HttpServer): void {
    server.on('connection', (socket: Socket) => {
      const caller = toSocketKey(socket);
      this.handshakes.set(caller, socket);
      socket.once('close', () => this.handshakes.delete(caller));
    });
    server.on('secureConnection', (socket: Socket) => this.handshakes.delete(toSocketKey(socket)));
  }

  /** All callers learn at once that the service stops: this runs before anything waits for the end of running work. */
  onModuleDestroy(): void {
    this.streams.endAll();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { port } = this;
    if (port === null) return;
    this.inFlight.disableKeepAlive();
    this.forceTimer = setTimeout(() => {
      port.closeAllConnections();
    }, CUT_AFTER_MS).unref();
    if (port.listening) await closePort(port);
    await this.connections.closeIdle(CONNECTIONS_MS);
    for (const socket of this.handshakes.values()) socket.destroy();
    await Promise.race([this.inFlight.waitUntilEmpty(), wait(CUT_AFTER_MS, undefined, { ref: false })]);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.forceTimer);
  }
}

function toSocketKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
