type FetchHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a browser reports that a page of another or sibling site sends the request. `none` is a typed URL or a
 * bookmark; programs send no header.
 */
export function isCrossSite({ 'sec-fetch-site': site }: FetchHeaders): boolean {
  return site === 'cross-site' || site === 'same-site';
}

/**
 * Whether a foreign page sends a request without the session cookie: anything but a top-level navigation (RFC 6265bis
 * §5.2). The response must not set a cookie over the one that the browser withheld.
 */
export function isSentWithoutCookie(headers: FetchHeaders): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return isCrossSite(headers) && (mode !== 'navigate' || destination !== 'document');
}
