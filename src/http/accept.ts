/**
 * HTML is the default of this service; JSON goes to callers that name it with a weight above zero, and to those whose `Accept` admits JSON
 * and excludes HTML. A request that admits neither, nor what else its endpoint has, is refused with 406 (accept.guard.ts).
 */
export function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return (
    accept === 'application/json' ||
    weightOf(accept, json) > 0 ||
    (!admitsPage(accept) && admits(accept, 'application/json'))
  );
}

/** The media types that a caller gets only by naming them. */
type NamedTypes = Readonly<{ csv: boolean; stream: boolean }>;

/** Whether an endpoint that has pages and JSON, and the `named` types besides, has anything that this `Accept` admits. */
export function isAcceptable(accept: string | undefined, named: NamedTypes): boolean {
  if (accept === undefined || admitsPage(accept) || wantsJson(accept)) return true;
  return (named.csv && weightOf(accept, csv) > 0) || (named.stream && weightOf(accept, stream) > 0);
}

type Asked = Readonly<{
  headers: Readonly<{ accept?: string | undefined }>;
  routeOptions: Readonly<{ config: Readonly<{ alwaysJson?: boolean; csvColumns?: readonly string[] }> }>;
}>;

/** Whether a request is answered with a page: the one question that decides it, wherever it is asked. */
export function getsPage(asked: Asked): boolean {
  const { headers, routeOptions } = asked;
  return routeOptions.config.alwaysJson !== true && !wantsJson(headers.accept) && !getsCsv(asked);
}

/** Whether what goes well is answered as a table: where a door has one, for those who name it and do not like JSON as much. */
export function getsCsv({ headers: { accept }, routeOptions }: Asked): boolean {
  if (routeOptions.config.csvColumns === undefined || accept === undefined) return false;
  return weightOf(accept, csv) > weightOf(accept, json);
}

/** Whether a request is answered with JSON, should it go well. */
export const getsJson = (asked: Asked): boolean => !getsPage(asked) && !getsCsv(asked);

/**
 * Whether a stream of events is asked for, at a door that also answers at once: by its name, or by whoever takes whatever comes, as curl
 * does. A browser that opens the address names a page.
 */
export function wantsStream(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const weight = weightOf(accept, stream);
  if (weight > 0) return weight >= weightOf(accept, json);
  return weightOf(accept, anything) > 0 && weightOf(accept, json) === 0 && weightOf(accept, page) === 0;
}

/** Whether a page is asked for by name, as every browser does that opens one; a wildcard names nothing. */
export const namesPage = (accept: string | undefined): boolean => accept !== undefined && weightOf(accept, page) > 0;

const json: ReadonlySet<string> = new Set(['application/json', 'application/problem+json']);
const csv: ReadonlySet<string> = new Set(['text/csv']);
const stream: ReadonlySet<string> = new Set(['text/event-stream']);
const page: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const anything: ReadonlySet<string> = new Set(['*/*']);

const admitsPage = (accept: string): boolean => namesPage(accept) || admits(accept, 'text/html');

/** Whether this type may be sent: the most specific range that covers it has a weight above zero (RFC 9110 §12.5.1). A header without a readable range is none. */
function admits(accept: string, wanted: string): boolean {
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    if (MEDIA_RANGE.test(type)) weights.set(type, Math.max(weights.get(type) ?? 0, weightIn(parameters)));
  }
  if (weights.size === 0) return true;
  return (
    (weights.get(wanted) ?? weights.get(`${wanted.slice(0, wanted.indexOf('/'))}/*`) ?? weights.get('*/*') ?? 0) > 0
  );
}

const MEDIA_RANGE = /^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)$/;

/** The greatest weight with which one of these types is named; 0 where none is. */
function weightOf(accept: string, types: ReadonlySet<string>): number {
  let most = 0;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    if (types.has(type)) most = Math.max(most, weightIn(parameters));
  }
  return most;
}

/** What cannot be read as a weight is none, and so is 1. */
function weightIn(parameters: readonly string[]): number {
  const q = parameters
    .map((parameter) => /^q\s*=\s*(\d(?:\.\d*)?)$/.exec(parameter)?.[1])
    .find((weight) => weight !== undefined);
  return q === undefined ? 1 : Math.min(1, Number(q));
}
