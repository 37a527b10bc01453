import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closePort, OpenConnections } from './open-connections.js';
import { InFlightRequests } from './in-flight.hook.js';
import { OpenStreams } from './open-streams.js';

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
export class GracefulStop implements BeforeApplicationShutdown, OnApplicationShutdown {
  private port: Server | null = null;
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
  private trackHandshakes(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const caller = toSocketKey(socket);
      this.handshakes.set(caller, socket);
      socket.once('close', () => this.handshakes.delete(caller));
    });
    server.on('secureConnection', (socket: Socket) => this.handshakes.delete(toSocketKey(socket)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { port } = this;
    if (port === null) return;
    this.streams.endAll();
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
