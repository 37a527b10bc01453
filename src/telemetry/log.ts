import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './log-safety.js';

export type Log = Logger;

/**
 * The service's log: one JSON object per line on stdout. Whoever writes passes named fields, never a request or a body whole,
 * so that what is logged is chosen; `redact` is the second lock on the door, `describeError` the third.
 */
export function createLog(level: string, to: DestinationStream = stdout()): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: [...secretFields.flatMap((field) => [field, `*.${field}`]), 'code'], censor: '[redacted]' },
  };
  return pino(options, to);
}

/** A line is seen this much later at most, and sooner when many come. */
const GATHER_MS = 100;
const GATHER_BYTES = 12_288;

let written: DestinationStream | undefined;

/**
 * Lines leave together and beside the requests that they tell of: written one by one they cost more than many a request. pino
 * writes what is still here when the process ends, in order or by a fault that nobody caught; a process that is killed loses
 * its last moment. All logs of the process share it, so their lines stay in their order.
 */
const stdout = (): DestinationStream => (written ??= destination({ dest: 1, sync: false, minLength: GATHER_BYTES, periodicFlush: GATHER_MS }));

/** `code` as well, but only at the top: inside an error it is the name of the error. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
  'code_verifier',
];
