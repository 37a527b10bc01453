/**
 * Where a browser may be sent with a user's tokens. Addresses are compared as text, character by character (RFC 9700 §2.1),
 * so that no parser's idea of an address can differ from another's.
 */

/** What can be registered: printable ASCII without blanks, quotes and backslashes, so that it fits into a header as it stands. */
const PRINTABLE = /^[\x21\x23-\x5b\x5d\x5e\x5f\x61-\x7e]{1,2000}$/;

/** Schemes that run, read or show something instead of going somewhere. */
const SCHEMES_REFUSED = new Set([
  'javascript:',
  'data:',
  'file:',
  'vbscript:',
  'blob:',
  'about:',
  'filesystem:',
  'view-source:',
  'ws:',
  'wss:',
  'ftp:',
  'mailto:',
]);

/** Any port, by the literal address (RFC 8252 §7.3); `localhost` could be resolved to somewhere else. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(\/.*|\?.*|)$/;

/** Where a developer tries a key out. */
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?].*)?$/;

/** Why an address cannot be registered, as a sentence for its owner, or null when it can. */
export function redirectUriFault(uri: string): string | null {
  if (!PRINTABLE.test(uri)) return 'must be an address in printable ASCII of at most 2000 characters';
  if (uri.includes('#')) return 'must have no fragment';
  if (!URL.canParse(uri)) return 'must be an absolute address';
  return findFault(uri, new URL(uri));
}

function findFault(uri: string, { protocol, username, password }: URL): string | null {
  if (SCHEMES_REFUSED.has(protocol)) return 'must not use this scheme';
  if (username !== '' || password !== '') return 'must not name a user';
  if (protocol === 'http:' || protocol === 'https:') return /^https?:\/\/[^/]/i.test(uri) ? null : 'must name a host';
  return protocol.includes('.')
    ? null
    : 'must be an https or http address, or use a scheme of your own with a dot in it, such as com.example.app:/callback';
}

/** Why a new address may not be registered although it is one: plain HTTP can be read on the way, and a wildcard would be taken for more than one address. */
export function findRegistrationFault(
  uri: string,
  { allowsPlainHttp }: Readonly<{ allowsPlainHttp: boolean }>,
): string | null {
  const fault = redirectUriFault(uri);
  if (fault !== null) return fault;
  if (uri.includes('*')) return 'must hold no wildcard: addresses are compared character by character';
  if (allowsPlainHttp || new URL(uri).protocol !== 'http:' || OWN_MACHINE.test(uri)) return null;
  return 'must use https; http is for 127.0.0.1, [::1] and localhost alone';
}

/**
 * Whether an application on the user's own device takes the answer there: by a loopback address or by a scheme of its own. Every program
 * on the device can listen at the one and claim the other, so the address proves nothing of who asks (RFC 8252 §8.6).
 */
export function isNativeUri(uri: string): boolean {
  return isOwnMachine(uri) || !/^https?:/i.test(uri);
}

/** Whether an address is exactly one of those registered. One on this very machine without a port stands for all its ports. */
export function isRegisteredUri(uri: string, registered: readonly string[]): boolean {
  if (redirectUriFault(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  const [, host, port, rest] = LOOPBACK.exec(uri) ?? [];
  return (
    host !== undefined && port !== undefined && Number(port) <= 65_535 && registered.includes(`${host}${rest ?? ''}`)
  );
}

/** What a key without any registered address may use, if its owner signs in: then it only receives what it may know. */
export function isOwnMachine(uri: string): boolean {
  return redirectUriFault(uri) === null && OWN_MACHINE.test(uri);
}

/** Whether an address, or the origin that a browser names, is of the origin of one of these. */
export function isOfOrigin(address: string, uris: readonly string[]): boolean {
  const origin = parseOrigin(address);
  return origin !== null && uris.some((uri) => parseOrigin(uri) === origin);
}

/** An origin that the web knows; null for addresses without one, which are never alike. */
function parseOrigin(address: string): string | null {
  if (!/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).origin;
}
