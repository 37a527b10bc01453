import type { Log } from '../telemetry/log.js';

/**
 * Aborts when the service is to stop: Ctrl-C, a signal, or the launcher through its channel. A second
 * signal ends the process at once. The launcher's word never counts as a second one, because after Ctrl-C both arrive; and
 * when the channel closes, the launcher was killed and nobody looks after this process any more.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    signals += 1;
    if (signals > 1) process.exit(1);
    controller.abort(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  if (process.send !== undefined) {
    process.on('message', (message) => {
      if (message === 'stop now') process.exit(1);
      if (message === 'stop') controller.abort('stopped by the launcher');
    });
    process.on('disconnect', () => controller.abort('the launcher is gone'));
    // The channel must not keep a command alive that has nothing left to do.
    process.channel?.unref();
  }
  return controller.signal;
}

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
