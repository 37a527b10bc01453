import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { runAsRequest, runOutsideRequest } from '../../database/unit-of-work.js';
import { CallerRateLimit } from '../../http/caller-rate-limit.guard.js';
import { StreamSocket } from '../../http/stream-socket.js';
import { StreamSockets } from '../../http/stream-sockets.provider.js';
import type { UpgradedConnection } from '../../http/upgrade.hook.js';
import { DisconnectCancellationsService } from './disconnect-cancellations.service.js';
import { OrderSessions } from './order-sessions.js';
import { OrderStreamRequests } from './order-stream-requests.provider.js';
import { OrderStream, type OrderStreamServices, type OrderStreamTerms } from './order-stream.js';
import { ResumedRequests } from './resumed-requests.provider.js';

/** The process must end within 5 seconds. */
const STOP_WITHIN_MS = 3_000;

/** The WebSockets of order actions: their begin, and the stop of the service. */
@Injectable()
export class OrderStreamGateway implements BeforeApplicationShutdown {
  private readonly streams = new Set<OrderStream>();
  private readonly services: OrderStreamServices;

  constructor(
    requests: OrderStreamRequests,
    resumption: ResumedRequests,
    cancellations: DisconnectCancellationsService,
    rateLimit: CallerRateLimit,
    private readonly sockets: StreamSockets,
    orm: MikroORM,
  ) {
    this.services = {
      ...{ requests, resumption, cancellations, rateLimit, sessions: new OrderSessions() },
      runAsRequest: (address, run) => runAsRequest(orm.em, address, run),
    };
  }

  accept(upgraded: UpgradedConnection, terms: OrderStreamTerms): void {
    runOutsideRequest(() => {
      const socket = new StreamSocket(upgraded);
      const stream = new OrderStream(socket, terms, this.services);
      this.streams.add(stream);
      this.sockets.add(socket, terms.lease, {
        end: (reason) => (reason === 'stopping' ? void stream.stop() : stream.end(reason)),
        onClosed: () => void stream.finish().finally(() => this.streams.delete(stream)),
      });
    });
  }

  /** Runs while the exchange still executes, after `GracefulStop` has begun to end the streams. */
  async beforeApplicationShutdown(): Promise<void> {
    const stops = [...this.streams].map((stream) => stream.stop());
    if (stops.length > 0) await Promise.race([Promise.all(stops), pause(STOP_WITHIN_MS, undefined, { ref: false })]);
  }
}
