import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { closePort } from './close-port.js';
import type { InFlightRequests } from './in-flight.hook.js';
import { OpenConnections } from './open-connections.js';
import type { OpenStreams } from './open-streams.js';

/** How long connections that are used now and then are waited for; PostgreSQL needs some of the 5 seconds as well. */
const CONNECTIONS_MS = 2_000;
/** After this, what is still being answered is cut; the process has to be gone within 5 seconds. */
const CUT_AFTER_MS = 4_000;

/**
 * Stops without failing any request: readiness turns to 503, the port closes, streams end with a message, and responses carry
 * `Connection: close` so that callers go elsewhere; a connection is closed by such an answer, or once nothing was asked on it for a
 * while. Nest waits for this before it closes the server.
 */
export class GracefulStop {
  private forceTimer: NodeJS.Timeout | undefined;
  /** Connections on which TLS has not been agreed yet. http.Server does not know them, yet would wait for them. */
  private readonly handshakes = new Map<string, Socket>();
  private readonly connections = new OpenConnections();

  constructor(
    private readonly server: FastifyInstance,
    private readonly inFlight: InFlightRequests,
    private readonly streams: OpenStreams,
  ) {}

  registerHooks(): void {
    const port = this.server.server;
    if (port instanceof TlsServer) this.trackHandshakes(port);
    port.on(port instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) =>
      this.connections.onOpened(socket),
    );
    this.inFlight.onStart(({ raw }) => this.connections.onRequest(raw.socket));
    this.inFlight.onEnd(({ raw }) => this.connections.onResponse(raw.socket));
    this.server.addHook('onRequest', (_request, reply, done) => {
      if (this.streams.isStopping) reply.raw.shouldKeepAlive = false;
      done();
    });
    this.server.addHook('onClose', (_instance, done) => {
      clearTimeout(this.forceTimer);
      done();
    });
  }

  /** The raw connection and the secure one on it are two objects; their caller's address is the same. */
  private trackHandshakes(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const caller = toSocketKey(socket);
      this.handshakes.set(caller, socket);
      socket.once('close', () => this.handshakes.delete(caller));
    });
    server.on('secureConnection', (socket: Socket) => this.handshakes.delete(toSocketKey(socket)));
  }

  async drain(): Promise<void> {
    const { server } = this.server;
    this.streams.endAll();
    this.inFlight.disableKeepAlive();
    this.forceTimer = setTimeout(() => {
      server.closeAllConnections();
    }, CUT_AFTER_MS).unref();
    if (server.listening) await closePort(server);
    await this.connections.closeIdle(CONNECTIONS_MS);
    for (const socket of this.handshakes.values()) socket.destroy();
    await Promise.race([this.inFlight.waitUntilEmpty(), wait(CUT_AFTER_MS, undefined, { ref: false })]);
  }
}

function toSocketKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
