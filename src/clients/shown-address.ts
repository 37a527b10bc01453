import { printable, scrub } from '../telemetry/log-safety.js';

const LONGEST = 600;

/** Parameters of lists and of the market, whose values help whoever looks for their own mistake. Of all others only the name is kept. */
const harmless: ReadonlySet<string> = new Set([
  ...['acct_id', 'acct_ids', 'instrument_id', 'instrument_ids', 'product_id', 'product_group_id', 'group_id', 'order_id', 'order_ids', 'user_id', 'customer_id'],
  ...['status', 'sides', 'side', 'symbol', 'instrument_type', 'interval', 'depth', 'types', 'action', 'outcome', 'include_closed', 'per_page', 'limit'],
  ...['as_of', 'since', 'until', 'from', 'to', 'date', 'response_type', 'response_mode', 'grant_type', 'scope', 'client_id'],
]);

/** Long runs of letters and figures are what keys, tokens and secrets look like, wherever they were put by mistake; no number or symbol of ours is as long. */
const SECRET_LIKE = /(?=[\w%.~-]*[A-Z0-9])[\w%.~-]{32,}/g;

/**
 * The address of a request as it may be kept and shown: a developer pastes a secret where an id belongs, or a password into a query, and
 * that must not outlive the request.
 */
export function shownAddress(url: string): string {
  const [path, query] = split(url);
  const shownPath = withoutSecrets(scrub(printable(path, LONGEST)));
  if (query === undefined) return shownPath.slice(0, LONGEST);
  return `${shownPath}?${query.split('&', 20).map(pair).join('&')}`.slice(0, LONGEST);
}

function pair(text: string): string {
  const [name = '', ...value] = text.split('=');
  if (!/^[a-z_]{1,32}$/.test(name)) return '[redacted]';
  return harmless.has(name) ? `${name}=${withoutSecrets(scrub(printable(value.join('='), LONGEST)))}` : `${name}=[redacted]`;
}

const withoutSecrets = (text: string): string => text.replace(SECRET_LIKE, '[redacted]').replace(/\bk[a-z]{2}_[\w%-]+/g, '[redacted]');

function split(url: string): readonly [string, string?] {
  const question = url.indexOf('?');
  return question === -1 ? [url] : [url.slice(0, question), url.slice(question + 1)];
}
