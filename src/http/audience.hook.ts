import type { Audience } from '../access/audience.service.js';
import type { InFlight } from './in-flight.hook.js';
import type { OpenStreams } from './open-streams.js';

/** Machines that watch the service, and what a page brings along: nobody looks at the market with those. */
const machinery = /^\/(?:health\/|metrics$|assets\/|favicon)/;

/** Whoever is known, or was given something, is there; who only tries doors is not. */
export function noticeAudience(inFlight: InFlight, streams: OpenStreams, audience: Audience): void {
  audience.countAlso(() => streams.size > 0);
  // Its answer ends much later, and its reader may have asked for nothing else.
  streams.whenOpened(() => {
    audience.see(performance.now());
  });
  inFlight.onEnd((request, { statusCode }) => {
    const { actor } = request as { actor?: unknown };
    if ((actor !== undefined || statusCode < 400) && !request.is404 && !machinery.test(request.routeOptions.url ?? ''))
      audience.see(performance.now());
  });
}
