type FetchHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a browser says that a page of another site, or of a sibling of this one, sends this. `none` is what a user typed or kept; programs say nothing. */
export function isCrossSite({ 'sec-fetch-site': site }: FetchHeaders): boolean {
  return site === 'cross-site' || site === 'same-site';
}

/**
 * Whether a foreign page asks in a way in which browsers keep the session's cookie back: anything but a navigation of the whole window
 * (RFC 6265bis §5.2). Such a request seems to come from a browser without a cookie, so its answer must set none over the one that is there.
 */
export function isSentWithoutCookie(headers: FetchHeaders): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return isCrossSite(headers) && (mode !== 'navigate' || destination !== 'document');
}
