import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/**
 * The permitted targets. `allowedHosts` are the only hosts, including subdomains of a name that begins with a dot; null
 * allows every host.
 */
export type EgressPolicy = Readonly<{
  allowsPrivate: boolean;
  allowsPlainHttp: boolean;
  allowedHosts: readonly string[] | null;
}>;

/** Why a URL may not be registered, or null. `private` has a fix of its own: an operator may allow it. */
export type UrlFault = Readonly<{ kind: 'malformed' | 'private'; message: string }>;

const createMalformedFault = (message: string): UrlFault => ({ kind: 'malformed', message });

const PLAIN_HTTP =
  'url must begin with https://; plain HTTP could be read and changed on the way, and is there for the sandbox and where private addresses are allowed';

/** Names of this machine, whatever a resolver returns (RFC 6761 §6.3). */
const LOCAL_NAMES = /^(?:(?:.*\.)?localhost|localhost\.localdomain|ip6-localhost|ip6-loopback)$/;

/** Ports of protocols that could misread a request (the "bad ports" of the Fetch standard). */
const badPorts = new Set(
  [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ].map(String),
);

/**
 * Reads a URL by the WHATWG standard, as it is used later: `http://2130706433/`, `http://0x7f.1/` and
 * `http://①②⑦.0.0.1/` are all 127.0.0.1 there. A name is resolved only when something is sent.
 */
export function findUrlFault(text: string, reach: EgressPolicy): UrlFault | null {
  // The standard would remove such characters, and the stored URL would differ from the input.
  if (/[\s\p{C}]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text))
    return createMalformedFault('url must be an address such as https://app.example.org/events');
  const url = new URL(text);
  return findShapeFault(url, reach) ?? placeFault(url, reach);
}

function findShapeFault(
  { protocol, username, password, hash, port }: URL,
  { allowsPlainHttp }: EgressPolicy,
): UrlFault | null {
  if (username + password !== '')
    return createMalformedFault(
      'url must not have a user or a password in it: they would stand in lists and logs; the signature is what proves who sends',
    );
  if (hash !== '') return createMalformedFault('url must not have a fragment: it is never sent');
  if (badPorts.has(port)) return createMalformedFault(`url must not name port ${port}, which is another protocol's`);
  return protocol === 'http:' && !allowsPlainHttp ? createMalformedFault(PLAIN_HTTP) : null;
}

function placeFault(url: URL, { allowsPrivate, allowedHosts }: EgressPolicy): UrlFault | null {
  const host = extractHost(url);
  if (host === '') return createMalformedFault('url must name a host');
  if (allowedHosts !== null && !isAllowed(host, allowedHosts))
    return createMalformedFault(`url must name a host that the operator of this service allows: ${host} is none`);
  if (allowsPrivate) return null;
  const isLiteral = isIP(host) !== 0;
  const isClosed = isLiteral ? !isPublicAddress(host) : LOCAL_NAMES.test(host.replace(/\.+$/, ''));
  return isClosed
    ? {
        kind: 'private',
        message: `url must be an address of the public internet: ${host} is private, and nothing is sent there`,
      }
    : null;
}

function isAllowed(host: string, allowed: readonly string[]): boolean {
  const name = host.replace(/\.+$/, '');
  return allowed.some((one) => (one.startsWith('.') ? name.endsWith(one) : name === one));
}

/** The host for a connection, without the brackets of an IPv6 address. */
const extractHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
