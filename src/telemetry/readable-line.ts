/** A line of the log for a person at a terminal: the time of day, the level, what happened, and its fields. */

type Fields = Readonly<Record<string, unknown>>;

const COLORS: Readonly<Record<string, string>> = { trace: '2', debug: '2', warn: '33', error: '31', fatal: '31;1' };
/** What a person at the terminal does not look for, or reads elsewhere in the line. */
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

/** The JSON of one line, as pino writes it; what is not JSON stays as it is. */
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

/** In the time zone of the machine, as every other program at this terminal. */
function formatTime(time: unknown): string {
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime())) return '--:--:--.---';
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** A request in the form that people expect: method, address, status, milliseconds. */
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

/** One line, and nothing that a terminal would obey. */
function escapeText(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === '\n' ? ' ' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
