import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './log-safety.js';
import { formatReadableLine } from './readable-line.js';

export type Log = Logger;

/**
 * The service's log: one JSON object per line on stdout, or readable lines at a terminal (`writeReadable`). Callers
 * pass named fields, never a whole request or body; `redact` is the second protection, `describeError` the third.
 */
export function createLog(level: string, destination: DestinationStream = getLogStream()): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: [...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), 'code'], censor: '[redacted]' },
  };
  return pino(options, destination);
}

/** The maximum delay of a line; shorter with many lines. */
const FLUSH_MS = 100;
const BUFFER_CHARACTERS = 12_288;

/**
 * Buffers lines: written one by one they cost more than many requests. They are written on this thread by the same
 * stream that commands use. A worker thread could write them after a later synchronous line, such as the error that
 * ends the process. No one waits for a slow reader: what does not fit into the pipe waits in the stream. A killed
 * process loses its last lines.
 */
class BufferedLogStream implements DestinationStream {
  private lines = '';
  private timer: NodeJS.Timeout | undefined;
  private isReadable = false;
  private isHeld = false;

  /** For a user at a terminal who first reads the start's output: lines wait until the returned function is called. */
  holdReadable(): () => void {
    this.isReadable = true;
    this.isHeld = true;
    return () => (this.isHeld = false);
  }

  write(line: string): void {
    this.lines += this.isReadable ? formatReadableLine(line, process.stdout.isTTY && process.stdout.hasColors()) : line;
    if (this.isHeld) return;
    if (this.lines.length >= BUFFER_CHARACTERS) this.flushSync();
    else this.timer ??= setTimeout(() => this.flushSync(), FLUSH_MS).unref();
  }

  /** pino calls it after a `fatal` line. */
  flushSync(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const lines = this.lines;
    this.lines = '';
    if (lines !== '') process.stdout.write(lines);
  }
}

let sharedStream: BufferedLogStream | undefined;

/** Shared by all logs of the process, so lines keep their order. */
function getLogStream(): BufferedLogStream {
  if (sharedStream === undefined) {
    const lines = (sharedStream = new BufferedLogStream());
    // Before the process ends a full pipe can drain; at the end it cannot.
    for (const end of ['beforeExit', 'exit']) process.on(end, () => lines.flushSync());
  }
  return sharedStream;
}

/**
 * For a user at a terminal who first reads the start's output: lines wait until the returned function is called. Fatal
 * lines do not wait, and neither do lines at the end of the process.
 */
export const enableReadableLog = (): (() => void) => getLogStream().holdReadable();

/** `code` as well, but only at the top level: inside an error it is the error's code. */
const SECRET_FIELDS = [
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
