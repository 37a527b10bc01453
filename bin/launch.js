/*
 * Runs a program on the bundled Node as this process would run it: same terminal, same exit code, and never left behind.
 *
 * Ctrl-C reaches every process of the terminal's group, and npm hands signals on as well, so a signal may arrive here twice
 * for one key press. That is why the child is not signaled but notified through its channel: a second notification is harmless.
 * The channel also closes when this process is killed, which is how the child learns that nobody is looking after it.
 */
import { spawn } from 'node:child_process';
import { constants, cpus } from 'node:os';
import { Failure, prepare, root, say } from './prepare.js';

const graceBetweenSignalsMilliseconds = 1000;

/** Prepares the checkout, runs `args` on the bundled Node and ends as it ends. */
export async function launch(args, options = {}) {
  try {
    const node = await prepare(options.wants);
    supervise(node, args, options.listens === true);
  } catch (error) {
    if (!(error instanceof Failure) && !error.code) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/*
 * Each request leaves some garbage; with more memory for the newest, less of what is still in use is copied each time it is collected.
 * What lives longer may grow by one and a half before it is collected; without a limit it is three times and more.
 * What the start alone needed is given back once, by the service itself.
 */
export const serviceOptions = ['--max-semi-space-size=32', '--heap-growing-percent=150', '--expose-gc'];

/*
 * glibc keeps freed memory for later, for each thread on its own, and ever larger pieces of it: a hundred megabytes after some hours.
 * With fixed limits it gives back what the service frees. Other C libraries do not know these names.
 */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

function supervise(node, args, listens) {
  const child = spawn(node, listens ? [...serviceOptions, ...args] : args, {
    cwd: listens ? process.cwd() : root,
    stdio: listens ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: { UV_THREADPOOL_SIZE: String(cpus().length + 4), ...(listens ? serviceEnvironment : {}), ...process.env },
  });
  const sendToChild = (message) => {
    if (child.connected) child.send(message, () => undefined);
  };

  let stoppedAt = 0;
  const stop = (signal) => {
    if (!listens) return child.kill(signal);
    sendToChild(stoppedAt > 0 && Date.now() - stoppedAt > graceBetweenSignalsMilliseconds ? 'stop now' : 'stop');
    if (stoppedAt === 0) stoppedAt = Date.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  if (listens && process.env.npm_lifecycle_event) watchParent(() => stop('SIGTERM'));

  child.once('error', (error) => {
    say(`${node} cannot be run (${error.message}). Remove node_modules and run the same command again.`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal && listens) say(`The service was ended by ${signal}. Start it again with: npm start`);
    process.exit(signal ? 128 + constants.signals[signal] : code);
  });
}

/** A killed npm leaves its script running as an orphan; nobody could then stop the service with Ctrl-C. */
function watchParent(stop) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}
