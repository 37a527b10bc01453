import { BoundedMap } from '../access/bounded-map.js';

/**
 * Makes input of callers safe for the log. Logs outlive passwords, so nothing that could be one is written: values of
 * query parameters are removed unless known to be harmless, and SQL is removed from database errors, because drivers
 * print values.
 */
const LOGGED_PARAMETERS = new Set([
  'status',
  'instrument_ids',
  'sides',
  'per_page',
  'response_type',
  'scope',
  'as_of',
  'client_id',
  'grant_type',
]);

/** URLs that programs repeat, as they stand in the log. One with a value that is hidden is never kept. */
const KNOWN_URLS_MAX = 200;
const KNOWN_URL_LENGTH_MAX = 2_048;
const knownUrls = new BoundedMap<string, string>(KNOWN_URLS_MAX);

/** The URL with hidden query values, and without characters that break a log line or a terminal. */
export function redactUrl(url: string): string {
  const known = knownUrls.get(url);
  if (known !== undefined) return known;
  const redacted = formatRedacted(url);
  if (url.length <= KNOWN_URL_LENGTH_MAX && isHarmless(url)) knownUrls.set(url, redacted);
  return redacted;
}

/** Whether the log hides no value, also not one that is cut off. */
function isHarmless(url: string): boolean {
  const [, query] = splitQuery(url);
  return query?.split('&').every((pair) => LOGGED_PARAMETERS.has(pair.split('=', 1)[0] ?? '')) === true;
}

function formatRedacted(url: string): string {
  const [path, query] = splitQuery(url);
  if (query === undefined) return escapeForLog(path);
  const pairs = query.split('&', 20).map((pair) => {
    const equals = pair.indexOf('=');
    if (equals === -1) return LOGGED_PARAMETERS.has(pair) ? pair : '[redacted]';
    const name = pair.slice(0, equals);
    return LOGGED_PARAMETERS.has(name) ? pair : `${/^[a-z_]{1,32}$/.test(name) ? name : '[redacted]'}=[redacted]`;
  });
  return escapeForLog(`${path}?${pairs.join('&')}`);
}

function splitQuery(url: string): [string, string?] {
  const question = url.indexOf('?');
  return question === -1 ? [url] : [url.slice(0, question), url.slice(question + 1)];
}

/** Text of a caller without control characters and with limited length. */
export function escapeForLog(text: string, max = 500): string {
  return text
    .slice(0, max)
    .replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character.isWellFormed() ? character : '?'));
}

export type ErrorDescription = Readonly<{
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorDescription;
}>;

/** An error for the log: quoted SQL is removed, and credentials are redacted. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!Error.isError(error)) return { type: typeof error, message: redactSecrets(toSafeString(error)) };
  const { code } = error as { code?: unknown };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 30)
    .join('\n');
  return {
    type: error.name,
    message: redactSecrets(removeStatement(error.message)),
    ...(typeof code === 'string' && { code }),
    ...(frames && { stack: frames }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

function toSafeString(value: unknown): string {
  return typeof value === 'string' ? value : Object.prototype.toString.call(value);
}

/**
 * MikroORM writes "insert into … values ('s3cret') - duplicate key value": only the part after the last dash is kept.
 */
function removeStatement(message: string): string {
  if (!/^\s*(?:insert|update|delete|select|with|begin|merge|call|create|alter)\b/i.test(message)) return message;
  const dash = message.lastIndexOf(' - ');
  return `(statement left out)${dash === -1 ? '' : message.slice(dash + 2)}`;
}

/** A quoted value ends with its quote; others end where a list, query or sentence continues. */
export function redactSecrets(text: string): string {
  return text
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replace(
      /((?:password|secret|token|ticket|authorization|cookie|code_verifier|code)["']?\s*[=:]\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$))/gis,
      '$1"[redacted]"',
    )
    .replace(
      /((?:password|secret|token|ticket|authorization|cookie|code_verifier|code)["']?\s*[=:]\s*["']?)[^\s"'&,;})]+/gi,
      '$1[redacted]',
    );
}
