import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeError } from './log-safety.js';

/** A log line for a user at a terminal: time, level, message and fields. */

type Fields = Readonly<Record<string, unknown>>;

const COLORS: Readonly<Record<string, string>> = { trace: '2', debug: '2', warn: '33', error: '31', fatal: '31;1' };
/** Fields that are omitted or shown elsewhere in the line. */
const HIDDEN_FIELDS = new Set([
  'level',
  'time',
  'msg',
  'request_id',
  'err',
  'method',
  'route',
  'url',
  'status',
  'ms',
  'ip',
]);

/** A JSON line of pino; other text stays unchanged. */
export function formatReadableLine(json: string, hasColors: boolean): string {
  const line = parseLine(json);
  if (line === null) return json;
  const level = String(line['level']);
  const head = `${formatTime(line['time'])} ${level.toUpperCase().padEnd(5)}`;
  const color = COLORS[level];
  const colored = hasColors && color !== undefined ? `\u001b[${color}m${head}\u001b[0m` : head;
  const rest = Object.entries(line)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${escapeText(value)}`);
  return `${[colored, formatEvent(line), ...rest, ...formatError(line['err'])].join('  ')}\n`;
}

function parseLine(json: string): Fields | null {
  try {
    const line: unknown = JSON.parse(json);
    return typeof line === 'object' && line !== null ? (line as Fields) : null;
  } catch {
    return null;
  }
}

/** In the machine's time zone. */
function formatTime(time: unknown): string {
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime())) return '--:--:--.---';
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** A request: method, URL, status, milliseconds. */
function formatEvent(line: Fields): string {
  const { msg, method, route, url, status, ms } = line as Record<
    'msg' | 'method' | 'route' | 'url' | 'status' | 'ms',
    unknown
  >;
  if (method === undefined || status === undefined)
    return [msg, method, url ?? route, status]
      .filter((part) => part !== undefined)
      .map(escapeText)
      .join(' ');
  return `${escapeText(method)} ${escapeText(url ?? route)} ${escapeText(status)}${ms === undefined ? '' : ` ${escapeText(ms)} ms`}`;
}

function formatError(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { type, code, message, stack } = error as Record<'type' | 'code' | 'message' | 'stack', unknown>;
  const first = typeof stack === 'string' ? stack.trim().split('\n')[0]?.trim() : undefined;
  return [
    `${escapeText(type)}${code === undefined ? '' : ` ${escapeText(code)}`}: ${escapeText(message)}${first === undefined ? '' : ` (${escapeText(first)})`}`,
  ];
}

/** One line without control characters. */
function escapeText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === '\n' ? ' ' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

export type Log = Logger;

/**
 * The service's log: one JSON object per line on stdout, or readable lines at a terminal (`formatReadableLine`). Callers
 * pass named fields, never a whole request or body; `redact` is the second protection, `describeError` the third.
 */
export function createLog(level: string, destination: DestinationStream = getLogStream()): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: formatTimeField,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: [...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), 'code'], censor: '[redacted]' },
  };
  return pino(options, destination);
}

let lastTime = NaN;
let lastTimeField = '';

/** As a member of a line that begins already. Many lines have the same millisecond. */
function formatTimeField(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastTimeField = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTimeField;
}

/** The maximum delay of a line; shorter with many lines. */
const FLUSH_MS = 100;
const BUFFER_CHARACTERS = 49_152;

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
