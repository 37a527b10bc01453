/**
 * What may be said in a log about things that callers sent. A log outlives a password, so nothing that could be one gets in:
 * values of query parameters are dropped unless they are known to be harmless, and SQL is dropped from database errors,
 * because drivers print the values into it.
 */
const harmless = new Set([
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

/** The address with its query's values hidden, and without anything that could break a log line or a terminal. */
export function safeUrl(url: string): string {
  const [path, query] = split(url);
  if (query === undefined) return printable(path);
  const pairs = query.split('&', 20).map((pair) => {
    const equals = pair.indexOf('=');
    if (equals === -1) return harmless.has(pair) ? pair : '[redacted]';
    const name = pair.slice(0, equals);
    return harmless.has(name) ? pair : `${/^[a-z_]{1,32}$/.test(name) ? name : '[redacted]'}=[redacted]`;
  });
  return printable(`${path}?${pairs.join('&')}`);
}

function split(url: string): [string, string?] {
  const question = url.indexOf('?');
  return question === -1 ? [url] : [url.slice(0, question), url.slice(question + 1)];
}

/** Text of a caller, harmless to a terminal and of bounded length. */
export function printable(text: string, max = 500): string {
  return text
    .slice(0, max)
    .replace(/[^\x20-\x7e]/g, (character) => encodeURIComponent(character.isWellFormed() ? character : '?'));
}

export type DescribedError = Readonly<{
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}>;

/** An error as a log may keep it: the statement that a database driver quotes is cut out, everything else is scrubbed of credentials. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!Error.isError(error)) return { type: typeof error, message: scrub(safeString(error)) };
  const { code } = error as { code?: unknown };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 30)
    .join('\n');
  return {
    type: error.name,
    message: scrub(withoutStatement(error.message)),
    ...(typeof code === 'string' && { code }),
    ...(frames && { stack: frames }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

function safeString(value: unknown): string {
  return typeof value === 'string' ? value : Object.prototype.toString.call(value);
}

/** MikroORM writes "insert into … values ('s3cret') - duplicate key value": only what follows the last dash is about the fault. */
function withoutStatement(message: string): string {
  if (!/^\s*(?:insert|update|delete|select|with|begin|merge|call|create|alter)\b/i.test(message)) return message;
  const dash = message.lastIndexOf(' - ');
  return `(statement left out)${dash === -1 ? '' : message.slice(dash + 2)}`;
}

/** A value in quotes may have spaces in it and ends with its quote; any other ends where a list, a query or a sentence goes on. */
export function scrub(text: string): string {
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
