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
