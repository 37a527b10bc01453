import type { IncomingMessage } from 'node:http';

const CSV_PARAMETER = /([?&])_as=csv(?:&|$)/;

/**
 * A link cannot send `Accept`; its URL names the format instead. Before routing, such a request gets the `Accept`
 * header it means, so every rule for `Accept: text/csv` applies to it as well.
 */
export function applyCsvParameter(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  if (request.method !== 'GET' || !CSV_PARAMETER.test(path)) return path;
  request.headers.accept = 'text/csv';
  return path.replace(CSV_PARAMETER, '$1').replace(/[?&]$/, '');
}

const MARKDOWN_SUFFIX = /^(\/(?:docs|changes)(?:\/[^?]*)?)\.md(?=\?|$)/;

/** The address of a documentation page with `.md` at its end means the page with `Accept: text/markdown`. */
export function applyMarkdownSuffix(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): string {
  if ((request.method !== 'GET' && request.method !== 'HEAD') || !MARKDOWN_SUFFIX.test(path)) return path;
  request.headers.accept = 'text/markdown';
  return path.replace(MARKDOWN_SUFFIX, '$1');
}

type DownloadRequest = Readonly<{ originalUrl: string }> & Parameters<typeof respondsWithCsv>[0];

/** Whether a browser downloads a list: it is the page in another format, and the session permits it. */
export const isCsvDownload = (request: DownloadRequest): boolean =>
  CSV_PARAMETER.test(request.originalUrl) && respondsWithCsv(request);

/** Whether a user reads the list in a browser: as a page, or as the file that the page's link downloads. */
export const isForBrowser = (request: DownloadRequest): boolean => respondsWithPage(request) || isCsvDownload(request);

type JsonReply = Readonly<{ getHeader: (name: string) => unknown; header: (name: string, value: string) => unknown }>;

/**
 * A response that is JSON already, because it is requested more often than it changes: bytes that are sent as they are.
 * The route is described by the type of its content, so this has any type. Only for JSON responses.
 */
export function toJsonResponse(reply: JsonReply, json: Buffer): never {
  reply.header('vary', addVary(reply.getHeader('vary'), 'Accept'));
  reply.header('content-type', 'application/json; charset=utf-8');
  return json as never;
}

/** One more request header on which the answer depends, added to what `Vary` already says. */
export function addVary(existing: unknown, name: string): string {
  if (typeof existing !== 'string' || existing === '') return name;
  return existing.split(', ').includes(name) ? existing : `${existing}, ${name}`;
}

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

/** Media types that are sent only when named. */
type AlternativeFormats = Readonly<{ csv: boolean; stream: boolean; markdown: boolean }>;

/** Whether a route with pages, JSON and the `named` types has anything that `Accept` admits. */
export function isAcceptable(accept: string | undefined, alternatives: AlternativeFormats): boolean {
  if (accept === undefined || wantsJson(accept) || acceptsHtml(accept)) return true;
  return (
    (alternatives.csv && findWeight(accept, csvTypes) > 0) ||
    (alternatives.markdown && findWeight(accept, markdownTypes) > 0) ||
    (alternatives.stream && findWeight(accept, eventStreamTypes) > 0)
  );
}

type NegotiableRequest = Readonly<{
  headers: Readonly<{ accept?: string | undefined }>;
  routeOptions: Readonly<{
    config: Readonly<{ alwaysJson?: boolean; anyAccept?: boolean; csvColumns?: readonly string[]; markdown?: unknown }>;
  }>;
}>;

/** Whether the response is a page. Every decision about this calls this function. What monitoring requests is one only where a page is named. */
export function respondsWithPage(request: NegotiableRequest): boolean {
  const { headers, routeOptions } = request;
  const { alwaysJson = false, anyAccept = false } = routeOptions.config;
  return (
    !alwaysJson &&
    (!anyAccept || explicitlyAcceptsHtml(headers.accept)) &&
    !wantsJson(headers.accept) &&
    !respondsWithCsv(request) &&
    !respondsWithMarkdown(request)
  );
}

/**
 * Whether an error is a page. A program that asks for an event stream reads JSON, as one that asks for CSV does: an EventSource names
 * only the stream, and shows no page.
 */
export const respondsWithErrorPage = (request: NegotiableRequest): boolean =>
  respondsWithPage(request) && !namesStreamOnly(request.headers.accept);

const namesStreamOnly = (accept = ''): boolean =>
  findWeight(accept, eventStreamTypes) > 0 && !explicitlyAcceptsHtml(accept);

/** Whether a successful response is CSV: if the route offers it and the request prefers it to JSON. */
export function respondsWithCsv({ headers: { accept }, routeOptions }: NegotiableRequest): boolean {
  if (routeOptions.config.csvColumns === undefined || accept === undefined) return false;
  return findWeight(accept, csvTypes) > findWeight(accept, jsonTypes);
}

/** Whether a successful response is Markdown: if the route offers it, and the request names it and prefers no other format. */
export function respondsWithMarkdown({ headers: { accept }, routeOptions }: NegotiableRequest): boolean {
  if (routeOptions.config.markdown === undefined || accept === undefined) return false;
  const weight = findWeight(accept, markdownTypes);
  return weight > 0 && weight > findWeight(accept, jsonTypes) && weight >= findWeight(accept, htmlTypes);
}

/** Whether a successful response is JSON. */
export const respondsWithJson = (request: NegotiableRequest): boolean =>
  !respondsWithPage(request) && !respondsWithCsv(request) && !respondsWithMarkdown(request);

/**
 * Whether the request asks for an event stream, at a route that also responds at once: by its media type, or by
 * accepting anything, as curl does. A browser that opens the URL names a page.
 */
export function wantsStream(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const weight = findWeight(accept, eventStreamTypes);
  if (weight > 0) return weight >= findWeight(accept, jsonTypes);
  return (
    findWeight(accept, wildcardTypes) > 0 && findWeight(accept, jsonTypes) === 0 && findWeight(accept, htmlTypes) === 0
  );
}

/** Whether a page is named explicitly, as every browser does; a wildcard does not count. */
export const explicitlyAcceptsHtml = (accept: string | undefined): boolean =>
  accept !== undefined && findWeight(accept, htmlTypes) > 0;

const jsonTypes: ReadonlySet<string> = new Set(['application/json', 'application/problem+json']);
const csvTypes: ReadonlySet<string> = new Set(['text/csv']);
const markdownTypes: ReadonlySet<string> = new Set(['text/markdown']);
const eventStreamTypes: ReadonlySet<string> = new Set(['text/event-stream']);
const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const wildcardTypes: ReadonlySet<string> = new Set(['*/*']);

const acceptsHtml = (accept: string): boolean => explicitlyAcceptsHtml(accept) || acceptsType(accept, 'text/html');

/**
 * Whether this type may be sent: the most specific range that covers it has a weight above zero (RFC 9110 §12.5.1). A
 * header without a readable range counts as absent.
 */
function acceptsType(accept: string, mediaType: string): boolean {
  const weights = new Map<string, number>();
  for (const [type = '', ...parameters] of splitRanges(accept))
    if (MEDIA_RANGE.test(type)) weights.set(type, Math.max(weights.get(type) ?? 0, parseWeight(parameters)));
  if (weights.size === 0) return true;
  return (
    (weights.get(mediaType) ??
      weights.get(`${mediaType.slice(0, mediaType.indexOf('/'))}/*`) ??
      weights.get('*/*') ??
      0) > 0
  );
}

const MEDIA_RANGE = /^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)$/;

/** The greatest weight of one of these types; 0 if none is named. */
function findWeight(accept: string, types: ReadonlySet<string>): number {
  let greatest = 0;
  for (const [type = '', ...parameters] of splitRanges(accept))
    if (types.has(type)) greatest = Math.max(greatest, parseWeight(parameters));
  return greatest;
}

/** Each type with its parameters. */
const splitRanges = (accept: string): string[][] =>
  accept.split(',').map((range) =>
    range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim()),
  );

/** An unreadable weight is 1. */
function parseWeight(parameters: readonly string[]): number {
  const q = parameters
    .map((parameter) => /^q\s*=\s*(\d(?:\.\d*)?)$/.exec(parameter)?.[1])
    .find((weight) => weight !== undefined);
  return q === undefined ? 1 : Math.min(1, Number(q));
}
