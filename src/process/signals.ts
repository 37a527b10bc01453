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
