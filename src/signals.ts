/**
 * Resolves as soon as somebody wants the service to stop: Ctrl-C, a signal, or the launcher through its channel. A second
 * signal ends the process at once. The launcher's word never counts as a second one, because after Ctrl-C both arrive; and
 * when the channel closes, the launcher was killed and nobody looks after this process any more.
 */
export function toldToStop(): Promise<string> {
  return new Promise((resolve) => {
    let signals = 0;
    const signalled = (signal: NodeJS.Signals): void => {
      signals += 1;
      if (signals > 1) process.exit(1);
      resolve(signal);
    };
    process.on('SIGINT', signalled);
    process.on('SIGTERM', signalled);
    process.on('SIGHUP', signalled);

    if (process.send === undefined) return;
    process.on('message', (message) => {
      if (message === 'stop now') process.exit(1);
      if (message === 'stop') resolve('told by the launcher');
    });
    process.on('disconnect', () => resolve('the launcher is gone'));
    // The channel must not keep a command alive that has nothing left to do.
    process.channel?.unref();
  });
}
