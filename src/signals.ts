/**
 * Aborts as soon as somebody wants the service to stop: Ctrl-C, a signal, or the launcher through its channel. A second
 * signal ends the process at once. The launcher's word never counts as a second one, because after Ctrl-C both arrive; and
 * when the channel closes, the launcher was killed and nobody looks after this process any more.
 */
export function toldToStop(): AbortSignal {
  const told = new AbortController();
  let signals = 0;
  const signalled = (signal: NodeJS.Signals): void => {
    signals += 1;
    if (signals > 1) process.exit(1);
    told.abort(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, signalled);

  if (process.send !== undefined) {
    process.on('message', (message) => {
      if (message === 'stop now') process.exit(1);
      if (message === 'stop') told.abort('told by the launcher');
    });
    process.on('disconnect', () => told.abort('the launcher is gone'));
    // The channel must not keep a command alive that has nothing left to do.
    process.channel?.unref();
  }
  return told.signal;
}
