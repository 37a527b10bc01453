import type { Log } from '../telemetry/log.js';

/**
 * Aborts at the first error that nobody caught, thrown or rejected. After one, nobody knows what is still true in this process:
 * it is logged, the service stops in its order, and its supervisor starts a new one. Further ones, such as follow
 * while it stops, are written down as well.
 */
export function abortOnUncaughtError(log: Log): AbortSignal {
  const controller = new AbortController();
  // Node also reports a rejection here that has no handler, unless there is a listener for `unhandledRejection`.
  process.on('uncaughtException', (err: unknown, origin) => {
    log.fatal({ err, origin }, 'uncaught fault');
    controller.abort('a fault that nobody caught; the log has it');
  });
  return controller.signal;
}
