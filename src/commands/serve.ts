import { once } from 'node:events';
import type { Config } from '../config/config.js';
import { formatDiscouragedGrantsNotice } from '../config/read-config.js';
import type { CliCommand, CliOutput } from './command.js';

/** Everything must be closed by then; the embedded PostgreSQL stops by itself once asked. */
const stopTimeoutMilliseconds = 5_000;

export const serveCommand: CliCommand = {
  name: 'serve',
  summary: 'Run the service until it receives a signal to stop.',
  usage: '[options]',
  examples: ['kontor serve', 'PORT=8080 kontor serve', 'DATABASE_URL=postgres://kontor@db/kontor kontor serve'],
  options: {},
  createsFirstUser: true,
  async run({ config, out, json }) {
    const [{ abortOnUncaughtError, listenForStop }, { createLog, enableReadableLog }] = await Promise.all([
      import('../process/stop-signals.js'),
      import('../telemetry/log.js'),
    ]);
    const showLog = isReadable(config, json) ? enableReadableLog() : () => undefined;
    const faultSignal = abortOnUncaughtError(createLog(config.logLevel));
    const stopSignal = AbortSignal.any([listenForStop(), faultSignal]);
    const stopping = once(stopSignal, 'abort').then(() => {
      out.progress(`Stopping (${String(stopSignal.reason)}) ...`);
      forceExitAfterTimeout(out);
    });

    const [{ startService }, { toCredentialsJson, formatWelcome }] = await Promise.all([
      import('../process/service.js'),
      import('./first-sign-in.js'),
    ]);
    const notice = formatDiscouragedGrantsNotice(config);
    if (notice !== null) out.progress(notice);
    const service = await startService(config, (line) => out.progress(line), stopSignal);
    if (service !== null) {
      const { url, firstSignIn, credentialsFile } = service;
      out.result(
        { url, first_sign_in: firstSignIn && toCredentialsJson(firstSignIn), kept: credentialsFile },
        formatWelcome({ url, firstSignIn, credentialsFile }),
      );
      showLog();
      const lost = await Promise.race([stopping, service.lost]);
      if (lost) forceExitAfterTimeout(out);
      await service.stop();
      if (lost) throw lost;
    }
    out.progress('Stopped.');
    return faultSignal.aborted ? 1 : 0;
  },
};

/** Whether a user reads the log: at a terminal, unless the settings or --json say otherwise. */
function isReadable({ logFormat }: Config, json: boolean): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY && !json);
}

function forceExitAfterTimeout(out: CliOutput): void {
  setTimeout(() => {
    out.progress(`Something did not stop within ${stopTimeoutMilliseconds / 1000} s; ending all the same.`);
    process.exit(1);
  }, stopTimeoutMilliseconds).unref();
}
