import type { ParameterCheck, KnownEndpoints } from './known-endpoints.js';

const LONGEST = 600;
const LONGEST_VALUE = 200;
const PARAMETERS_MAX = 20;

/** Replaces omitted values. */
const LEFT_OUT = '…';

/** Parameter names of credentials that developers put into URLs by mistake: the names are shown, never the values. */
const TELLING: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'token',
  'ticket',
  'code',
  'username',
  'password',
  'client_id',
  'client_secret',
  'code_verifier',
  'state',
  'nonce',
  'cursor',
  'q',
  'search',
  'symbol',
]);

type ShownRequest = Readonly<{ method: string; route: string | null; url: string }>;

/**
 * The URL of a request as it may be stored and shown. Developers paste secrets where ids belong, or passwords into
 * URLs, and that must not be stored. So the URL is rebuilt from known parts: the route, parameter names, and values
 * that fit their parameter. Everything else is `…`.
 */
export function formatShownAddress(
  { method, route, url }: ShownRequest,
  clientId: string,
  endpoints: KnownEndpoints,
): string {
  const [path = '', ...query] = url.split('?');
  if (route === null) return `${formatUnknownPath(path, endpoints)}${query.length > 0 ? `?${LEFT_OUT}` : ''}`;
  const endpoint = endpoints.of(method, route);
  const shown = formatKnownPath(
    path,
    route,
    (name, value) => (endpoint?.path.get(name)?.(value) ?? false) || (name === 'client_id' && value === clientId),
  );
  if (query.length === 0) return shown.slice(0, LONGEST);
  return `${shown}?${queryOf(query.join('?'), endpoint?.query ?? new Map<string, ParameterCheck>(), clientId)}`.slice(
    0,
    LONGEST,
  );
}

/** For an unknown route: the first segment may be a known one; the rest is omitted. */
function formatUnknownPath(path: string, { beginnings }: KnownEndpoints): string {
  const [, first = '', ...rest] = path.split('/');
  if (first === '' || !beginnings.has(first)) return `/${LEFT_OUT}`;
  return rest.length === 0 ? `/${first}` : `/${first}/${LEFT_OUT}`;
}

function formatKnownPath(path: string, route: string, fits: (name: string, value: string) => boolean): string {
  const sent = path.split('/');
  return route
    .split('/')
    .map((segment, at) => {
      if (segment === '*') return LEFT_OUT;
      const value = sent[at] ?? '';
      return segment.startsWith(':') && !fits(segment.slice(1), value)
        ? LEFT_OUT
        : segment.startsWith(':')
          ? value
          : segment;
    })
    .join('/');
}

function queryOf(query: string, known: ReadonlyMap<string, ParameterCheck>, clientId: string): string {
  return query
    .split('&', PARAMETERS_MAX)
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const fits = known.get(name);
      if (fits === undefined && !TELLING.has(name)) return LEFT_OUT;
      const value = decodeReadable(rest.join('='));
      const isKept = value !== null && ((fits?.(value) ?? false) || (name === 'client_id' && value === clientId));
      return `${name}=${isKept ? value : LEFT_OUT}`;
    })
    .join('&');
}

/** Decoded: a comma or a colon may be percent-encoded. */
function decodeReadable(value: string): string | null {
  if (value.length > LONGEST_VALUE) return null;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
