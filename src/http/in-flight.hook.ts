import type { FastifyReply, FastifyRequest } from 'fastify';
import { Injectable } from '@nestjs/common';
import { ActivityMonitorService } from '../access/activity-monitor.service.js';
import { OpenStreams } from './open-streams.js';
import { Hook } from '../access/hook.js';
import { type ListEntry, UnorderedList } from './unordered-list.js';

/** Requests of monitoring and assets do not count as activity. */
const monitoringRoutes = /^\/(?:health\/|metrics$|assets\/|favicon)/;

/**
 * Counts authenticated requests and successful responses; rejected anonymous requests do not keep the service active.
 */
@Injectable()
export class RequestActivity {
  constructor(
    private readonly activityMonitor: ActivityMonitorService,
    streams: OpenStreams,
  ) {
    activityMonitor.openStreamCheck.register(() => streams.size > 0);
    // A stream's response ends much later, and its client may send nothing else.
    streams.openings.register(() => this.activityMonitor.recordRequest(performance.now()));
  }

  onEnd({ actor, is404, routeOptions }: FastifyRequest, { statusCode }: FastifyReply): void {
    if ((actor !== undefined || statusCode < 400) && !is404 && !monitoringRoutes.test(routeOptions.url ?? ''))
      this.activityMonitor.recordRequest(performance.now());
  }
}

/** Sees every request at its start and at its end. */
export type RequestObserver = Readonly<{
  onStart?(request: FastifyRequest): void;
  onEnd(request: FastifyRequest, reply: FastifyReply): void;
}>;

/**
 * The requests in progress. A request ends when its response closes: finished, or left by a client that disconnected,
 * which Fastify's onResponse hook does not report.
 */
export class InFlightRequests {
  private readonly replies = new UnorderedList<FastifyReply>();
  readonly observers = Hook.required<RequestObserver>();
  private resolveEmpty: (() => void) | null = null;

  get size(): number {
    return this.replies.size;
  }

  onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    this.start(request, reply);
    done();
  }

  /** For requests that the framework rejects before any hook runs. */
  start(request: FastifyRequest, reply: FastifyReply): void {
    const entry = this.replies.add(reply);
    for (const observer of this.observers.handlers) observer.onStart?.(request);
    reply.raw.once('close', () => this.end(request, entry));
  }

  /** Responses that have not started yet will close their connections. */
  disableKeepAlive(): void {
    for (const { value: reply } of this.replies.entries) reply.raw.shouldKeepAlive = false;
  }

  async waitUntilEmpty(): Promise<void> {
    if (this.replies.size > 0) await new Promise<void>((resolve) => (this.resolveEmpty = resolve));
  }

  private end(request: FastifyRequest, entry: ListEntry<FastifyReply>): void {
    this.replies.remove(entry);
    for (const observer of this.observers.handlers) observer.onEnd(request, entry.value);
    if (this.replies.size === 0) this.resolveEmpty?.();
  }
}
