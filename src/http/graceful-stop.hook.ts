import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { closePort } from './close-port.js';
import type { InFlightRequests } from './in-flight.hook.js';
import { OpenConnections } from './open-connections.js';
import type { OpenStreams } from './open-streams.js';

/** How long busy keep-alive connections are waited for; PostgreSQL needs some of the 5 seconds as well. */
const CONNECTIONS_MS = 2_000;
/** Running requests are cut after this time; the process must end within 5 seconds. */
const CUT_AFTER_MS = 4_000;

/**
 * Stops without failing requests: readiness becomes 503, the port closes, streams end with a message, and responses
 * have `Connection: close`; a connection closes with such a response, or after being idle. Nest waits for this before
 * it closes the server.
 */
export class GracefulStop {
  private forceTimer: NodeJS.Timeout | undefined;
  /** Connections during the TLS handshake. http.Server does not know them, but would wait for them. */
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

  /** The raw and the secure connection are two objects with the same remote address. */
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
