/**
 * HTML is the default of this service; JSON goes to callers that name it with a weight above zero, and to those whose `Accept` admits JSON
 * and excludes HTML. A request that admits neither, nor what else its endpoint has, is refused with 406 (accept.guard.ts).
 */
export function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  return (
    accept === 'application/json' ||
    findWeight(accept, jsonTypes) > 0 ||
    (!acceptsHtml(accept) && acceptsType(accept, 'application/json'))
  );
}

/** The media types that a caller gets only by naming them. */
type AlternativeFormats = Readonly<{ csv: boolean; stream: boolean }>;

/** Whether an endpoint that has pages and JSON, and the `named` types besides, has anything that this `Accept` admits. */
export function isAcceptable(accept: string | undefined, alternatives: AlternativeFormats): boolean {
  if (accept === undefined || acceptsHtml(accept) || wantsJson(accept)) return true;
  return (
    (alternatives.csv && findWeight(accept, csvTypes) > 0) ||
    (alternatives.stream && findWeight(accept, eventStreamTypes) > 0)
  );
}

type NegotiableRequest = Readonly<{
  headers: Readonly<{ accept?: string | undefined }>;
  routeOptions: Readonly<{ config: Readonly<{ alwaysJson?: boolean; csvColumns?: readonly string[] }> }>;
}>;

/** Whether a request is answered with a page: the one question that decides it, wherever it is asked. */
export function respondsWithPage(request: NegotiableRequest): boolean {
  const { headers, routeOptions } = request;
  return routeOptions.config.alwaysJson !== true && !wantsJson(headers.accept) && !respondsWithCsv(request);
}

/** Whether a successful response is CSV: where the endpoint offers it, for requests that prefer it to JSON. */
export function respondsWithCsv({ headers: { accept }, routeOptions }: NegotiableRequest): boolean {
  if (routeOptions.config.csvColumns === undefined || accept === undefined) return false;
  return findWeight(accept, csvTypes) > findWeight(accept, jsonTypes);
}

/** Whether a request is answered with JSON, should it go well. */
export const respondsWithJson = (request: NegotiableRequest): boolean =>
  !respondsWithPage(request) && !respondsWithCsv(request);

/**
 * Whether the request asks for a stream of events, at an endpoint that also answers at once: by its media type, or by accepting anything, as curl
 * does. A browser that opens the address names a page.
 */
export function wantsStream(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const weight = findWeight(accept, eventStreamTypes);
  if (weight > 0) return weight >= findWeight(accept, jsonTypes);
  return (
    findWeight(accept, wildcardTypes) > 0 && findWeight(accept, jsonTypes) === 0 && findWeight(accept, htmlTypes) === 0
  );
}

/** Whether a page is asked for by name, as every browser does that opens one; a wildcard names nothing. */
export const explicitlyAcceptsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && findWeight(accept, htmlTypes) > 0;

const jsonTypes: ReadonlySet<string> = new Set(['application/json', 'application/problem+json']);
const csvTypes: ReadonlySet<string> = new Set(['text/csv']);
const eventStreamTypes: ReadonlySet<string> = new Set(['text/event-stream']);
const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const wildcardTypes: ReadonlySet<string> = new Set(['*/*']);

const acceptsHtml = (accept: string): boolean => explicitlyAcceptsHtml(accept) || acceptsType(accept, 'text/html');

/** Whether this type may be sent: the most specific range that covers it has a weight above zero (RFC 9110 §12.5.1). A header without a readable range is none. */
function acceptsType(accept: string, mediaType: string): boolean {
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    if (MEDIA_RANGE.test(type)) weights.set(type, Math.max(weights.get(type) ?? 0, parseWeight(parameters)));
  }
  if (weights.size === 0) return true;
  return (
    (weights.get(mediaType) ??
      weights.get(`${mediaType.slice(0, mediaType.indexOf('/'))}/*`) ??
      weights.get('*/*') ??
      0) > 0
  );
}

const MEDIA_RANGE = /^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)$/;

/** The greatest weight with which one of these types is named; 0 where none is. */
function findWeight(accept: string, types: ReadonlySet<string>): number {
  let greatest = 0;
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    if (types.has(type)) greatest = Math.max(greatest, parseWeight(parameters));
  }
  return greatest;
}

/** What cannot be read as a weight is none, and so is 1. */
function parseWeight(parameters: readonly string[]): number {
  const q = parameters
    .map((parameter) => /^q\s*=\s*(\d(?:\.\d*)?)$/.exec(parameter)?.[1])
    .find((weight) => weight !== undefined);
  return q === undefined ? 1 : Math.min(1, Number(q));
}
