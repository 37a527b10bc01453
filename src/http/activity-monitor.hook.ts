import type { ActivityMonitorService } from '../access/activity-monitor.service.js';
import type { InFlightRequests } from './in-flight.hook.js';
import type { OpenStreams } from './open-streams.js';

/** Machines that watch the service, and what a page brings along: nobody looks at the market with those. */
const monitoringRoutes = /^\/(?:health\/|metrics$|assets\/|favicon)/;

/** Counts authenticated callers and successful responses; anonymous refused requests do not keep the service active. */
export function monitorActivity(
  inFlight: InFlightRequests,
  streams: OpenStreams,
  activityMonitor: ActivityMonitorService,
): void {
  activityMonitor.setOpenStreamCheck(() => streams.size > 0);
  // Its answer ends much later, and its reader may have asked for nothing else.
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
