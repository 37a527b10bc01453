import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './log-safety.js';

export type Log = Logger;

/**
 * The service's log: one JSON object per line on stdout. Whoever writes passes named fields, never a request or a body whole,
 * so that what is logged is chosen; `redact` is the second lock on the door, `describeError` the third.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: [...secretFields.flatMap((field) => [field, `*.${field}`]), 'code'], censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

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
