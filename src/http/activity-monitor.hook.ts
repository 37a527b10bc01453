import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActivityMonitorService } from '../access/activity-monitor.service.js';
import { OpenStreams } from './open-streams.js';

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
