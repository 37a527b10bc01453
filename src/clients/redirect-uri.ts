/**
 * Redirect URIs. They are compared as text, character by character (RFC 9700 §2.1), so that parsers cannot disagree.
 */

/**
 * Registrable characters: printable ASCII without spaces, quotes and backslashes, so that the URI fits into a header.
 */
const PRINTABLE = /^[\x21\x23-\x5b\x5d\x5e\x5f\x61-\x7e]{1,2000}$/;

/** Schemes that execute or show content instead of redirecting. */
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

/** Any port, by the literal address (RFC 8252 §7.3); `localhost` could resolve to another host. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(\/.*|\?.*|)$/;

/** The loopback addresses for trying a key. */
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?].*)?$/;

/** Why a URI cannot be registered, as a sentence; null if it can. */
export function findRedirectUriFault(uri: string): string | null {
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

/**
 * Why a new URI may not be registered although it is valid: plain HTTP can be intercepted, and wildcards are not
 * supported.
 */
export function findRegistrationFault(
  uri: string,
  { allowsPlainHttp }: Readonly<{ allowsPlainHttp: boolean }>,
): string | null {
  const fault = findRedirectUriFault(uri);
  if (fault !== null) return fault;
  if (uri.includes('*')) return 'must hold no wildcard: addresses are compared character by character';
  if (allowsPlainHttp || new URL(uri).protocol !== 'http:' || OWN_MACHINE.test(uri)) return null;
  return 'must use https; http is for 127.0.0.1, [::1] and localhost alone';
}

/**
 * Whether an application on the user's device receives the response: by a loopback address or a custom scheme. Every
 * program on the device can use both, so the URI proves no identity (RFC 8252 §8.6).
 */
export function isNativeUri(uri: string): boolean {
  return isOwnMachine(uri) || !/^https?:/i.test(uri);
}

/** Whether a URI equals a registered one. A registered loopback address without a port matches all ports. */
export function isRegisteredUri(uri: string, registered: readonly string[]): boolean {
  if (findRedirectUriFault(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  const [, host, port, rest] = LOOPBACK.exec(uri) ?? [];
  return (
    host !== undefined && port !== undefined && Number(port) <= 65_535 && registered.includes(`${host}${rest ?? ''}`)
  );
}

/** The URIs for a key without registered ones, if its owner signs in: the owner may know the result. */
export function isOwnMachine(uri: string): boolean {
  return findRedirectUriFault(uri) === null && OWN_MACHINE.test(uri);
}

/** Whether a URI or an Origin header has the origin of one of these. */
export function isOfOrigin(address: string, uris: readonly string[]): boolean {
  const origin = parseOrigin(address);
  return origin !== null && uris.some((uri) => parseOrigin(uri) === origin);
}

/** The origin of a web URI; null for others, which never match. */
function parseOrigin(address: string): string | null {
  if (!/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).origin;
}
