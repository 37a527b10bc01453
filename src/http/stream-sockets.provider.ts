import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type EndReason, type StreamLease, StreamLeasesService } from '../access/stream-leases.service.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { OpenStreams, StreamLimit } from './open-streams.js';
import type { StreamSocket } from './stream-socket.js';
import { type UpgradedConnection, WebSocketUpgrades } from './upgrade.hook.js';

/** `end` closes the socket; `onClosed` is called once, when it is closed. */
type SocketHandlers = Readonly<{ end: (reason: EndReason | 'stopping') => void; onClosed: () => void }>;

/** The WebSockets of streams: their begin, their heartbeats, the end of their credentials, and the stop of the service. */
@Injectable()
export class StreamSockets implements OnModuleInit, OnApplicationShutdown {
  private readonly sockets = new Map<number, StreamSocket>();
  private timer: NodeJS.Timeout | null = null;
  private lastId = 0;
  private heartbeatSlot = 0;

  constructor(
    private readonly leases: StreamLeasesService,
    private readonly openStreams: OpenStreams,
    private readonly upgrades: WebSocketUpgrades,
    private readonly limit: StreamLimit,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.sendHeartbeats(), 1_000).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Takes a connection for a stream, which counts until it is closed. Null where the caller has left meanwhile. */
  open(request: FastifyRequest, reply: FastifyReply, { actor }: StreamLease): UpgradedConnection | null {
    this.upgrades.validateHandshake(request, reply);
    const release = this.limit.acquire(actor);
    const upgraded = this.upgrades.accept(request, reply);
    if (upgraded) upgraded.webSocket.once('close', release);
    else release();
    return upgraded;
  }

  /** Returns a number of its own for the socket. */
  add(socket: StreamSocket, lease: StreamLease, { end, onClosed }: SocketHandlers): number {
    const id = ++this.lastId;
    this.sockets.set(id, socket);
    const unregister = this.openStreams.register(() => end('stopping'));
    const unwatch = this.leases.watch(lease, end);
    socket.webSocket.once('close', () => {
      this.sockets.delete(id);
      for (const release of [unregister, unwatch, onClosed]) release();
    });
    return id;
  }

  /** Each socket once per interval, spread over its seconds. */
  private sendHeartbeats(): void {
    const slots = this.config.streamHeartbeatSeconds;
    this.heartbeatSlot = (this.heartbeatSlot + 1) % slots;
    for (const [id, socket] of this.sockets) if (id % slots === this.heartbeatSlot) socket.sendHeartbeat();
  }
}
