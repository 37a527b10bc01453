import type { Server } from 'node:http';
import { Server as Port, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { InFlight } from './in-flight.hook.js';
import type { OpenStreams } from './open-streams.js';

/** How long callers on open connections have to hear that each answer is the last one on its connection. */
const NOTICE_MS = 250;
/** After this, what is still being answered is cut; the process has to be gone within 5 seconds. */
const PATIENCE_MS = 4_000;

/**
 * Stops without failing anybody: readiness turns to 503, the port closes, streams are told, and answers carry
 * `Connection: close` so that callers go elsewhere; only then are idle connections cut. The port closes first, because a
 * connection that is still knocking when it closes is reset. Nest waits for this before it closes the server.
 */
export class GracefulStop {
  private forced: NodeJS.Timeout | undefined;
  /** Connections on which TLS has not been agreed yet. http.Server does not know them, yet would wait for them. */
  private readonly handshakes = new Map<string, Socket>();

  constructor(
    private readonly server: FastifyInstance,
    private readonly inFlight: InFlight,
    private readonly streams: OpenStreams,
  ) {}

  listen(): void {
    if (this.server.server instanceof TlsServer) this.followHandshakes(this.server.server);
    this.server.addHook('onRequest', (_request, reply, done) => {
      if (this.streams.stopping) reply.raw.shouldKeepAlive = false;
      done();
    });
    this.server.addHook('onClose', (_instance, done) => {
      clearTimeout(this.forced);
      done();
    });
  }

  /** The raw connection and the secure one on it are two objects; their caller's address is the same. */
  private followHandshakes(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const caller = callerOf(socket);
      this.handshakes.set(caller, socket);
      socket.once('close', () => this.handshakes.delete(caller));
    });
    server.on('secureConnection', (socket: Socket) => this.handshakes.delete(callerOf(socket)));
  }

  async drain(): Promise<void> {
    const { server } = this.server;
    this.streams.tellAll();
    // http.Server#close would cut idle connections at once, and with them the requests that are on their way.
    if (server.listening) Port.prototype.close.call(server);
    this.inFlight.announceEnd();
    this.forced = setTimeout(() => {
      server.closeAllConnections();
    }, PATIENCE_MS).unref();
    if ((await connectionsOf(server)) > 0) await wait(NOTICE_MS);
    for (const socket of this.handshakes.values()) socket.destroy();
    await Promise.race([this.inFlight.untilEmpty(), wait(PATIENCE_MS, undefined, { ref: false })]);
  }
}

function callerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}
