import { once } from 'node:events';
import type { Config } from '../config/config.js';
import { discouragedGrantsNotice } from '../config/discouraged-grants.js';
import type { Command } from './command.js';
import type { Output } from './output.js';

/** Everything has to be closed by then; the embedded PostgreSQL, once told to stop, needs nobody to wait for it. */
const stopWithinMilliseconds = 5_000;

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service until it is told to stop.',
  usage: '[options]',
  examples: ['kontor serve', 'PORT=8080 kontor serve', 'DATABASE_URL=postgres://kontor@db/kontor kontor serve'],
  options: {},
  makesUsers: true,
  async run({ config, out, json }) {
    const [{ toldToStop }, { uncaughtFault }, { createLog, writeReadable }] = await Promise.all([
      import('../signals.js'),
      import('../faults.js'),
      import('../telemetry/log.js'),
    ]);
    const showLog = isReadable(config, json) ? writeReadable() : () => undefined;
    const fault = uncaughtFault(createLog(config.logLevel));
    const told = AbortSignal.any([toldToStop(), fault]);
    const stopping = once(told, 'abort').then(() => {
      out.progress(`Stopping (${String(told.reason)}) ...`);
      endInTime(out);
    });

    const [{ startService }, { onTheWire, welcome }] = await Promise.all([
      import('../service.js'),
      import('./first-sign-in.js'),
    ]);
    const notice = discouragedGrantsNotice(config);
    if (notice !== null) out.progress(notice);
    const service = await startService(config, (line) => out.progress(line), told);
    if (service !== null) {
      const { url, firstSignIn, kept } = service;
      out.result(
        { url, first_sign_in: firstSignIn && onTheWire(firstSignIn), kept },
        welcome({ url, firstSignIn, kept }),
      );
      showLog();
      const lost = await Promise.race([stopping, service.lost]);
      if (lost) endInTime(out);
      await service.stop();
      if (lost) throw lost;
    }
    out.progress('Stopped.');
    return fault.aborted ? 1 : 0;
  },
};

/** Whether a person reads the log: at a terminal, unless the settings or --json say otherwise. */
function isReadable({ logFormat }: Config, json: boolean): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY && !json);
}

function endInTime(out: Output): void {
  setTimeout(() => {
    out.progress(`Something did not stop within ${stopWithinMilliseconds / 1000} s; ending all the same.`);
    process.exit(1);
  }, stopWithinMilliseconds).unref();
}
