import type { ActivityMonitorService } from '../access/activity-monitor.service.js';
import type { InFlightRequests } from './in-flight.hook.js';
import type { OpenStreams } from './open-streams.js';

/** Requests of monitoring and assets do not count as activity. */
const monitoringRoutes = /^\/(?:health\/|metrics$|assets\/|favicon)/;

/**
 * Counts authenticated requests and successful responses; rejected anonymous requests do not keep the service active.
 */
export function monitorActivity(
  inFlight: InFlightRequests,
  streams: OpenStreams,
  activityMonitor: ActivityMonitorService,
): void {
  activityMonitor.setOpenStreamCheck(() => streams.size > 0);
  // A stream's response ends much later, and its client may send nothing else.
  streams.onOpen(() => {
    activityMonitor.recordRequest(performance.now());
  });
  inFlight.onEnd((request, { statusCode }) => {
    const { actor } = request as { actor?: unknown };
    if (
      (actor !== undefined || statusCode < 400) &&
      !request.is404 &&
      !monitoringRoutes.test(request.routeOptions.url ?? '')
    )
      activityMonitor.recordRequest(performance.now());
  });
}
