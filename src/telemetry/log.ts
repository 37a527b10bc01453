import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './log-safety.js';
import { formatReadableLine } from './readable-line.js';

export type Log = Logger;

/**
 * The service's log: one JSON object per line on stdout, or for a person at a terminal a readable line (`writeReadable`). Callers pass named fields, never a request or a body whole,
 * so that what is logged is chosen; `redact` is the second protection, `describeError` the third.
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

/** A line is seen this much later at most, and sooner when many come. */
const FLUSH_MS = 100;
const BUFFER_CHARACTERS = 12_288;

/**
 * Lines leave together: written one by one they cost more than many a request. They leave on this thread, by the stream that the
 * commands speak through as well. A thread beside it would still be writing some of them when what came after, such as the fault that
 * ends the process, is written at once, and that would then stand before what led to it. Nobody waits for a slow reader: what
 * does not fit into the pipe waits in the stream. A process that is killed loses its last moment.
 */
class BufferedLogStream implements DestinationStream {
  private lines = '';
  private timer: NodeJS.Timeout | undefined;
  private isReadable = false;
  private isHeld = false;

  /** From now on for a person, who first reads something else: until the returned function is called, lines wait. */
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

  /** pino asks for it after a line of the level `fatal`. */
  flushSync(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const lines = this.lines;
    this.lines = '';
    if (lines !== '') process.stdout.write(lines);
  }
}

let sharedStream: BufferedLogStream | undefined;

/** All logs of the process share it, so their lines stay in their order. */
function getLogStream(): BufferedLogStream {
  if (sharedStream === undefined) {
    const lines = (sharedStream = new BufferedLogStream());
    // Before the process ends there is still time for a pipe that is full; when it ends there is none.
    for (const end of ['beforeExit', 'exit']) process.on(end, () => lines.flushSync());
  }
  return sharedStream;
}

/**
 * The log of this process is for a person at a terminal, who first reads what the start has to say: lines wait until the returned
 * function is called. A fatal one does not wait, nor do they when the process ends.
 */
export const enableReadableLog = (): (() => void) => getLogStream().holdReadable();

/** `code` as well, but only at the top: inside an error it is the name of the error. */
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
