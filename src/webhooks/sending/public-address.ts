/**
 * Decides which addresses are public. All others are machines of the operator's network: a user must not reach through
 * this service what they could not reach themselves. The lists follow the special-purpose registries of IANA (RFC
 * 6890); of IPv6 only global unicast is public, and an address that contains an IPv4 address is judged by it.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const toBlocks = (text: string) => text.split(' ').map((block) => ipaddr.parseCIDR(block));

const NOT_PUBLIC = toBlocks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ' +
    // Public by its number, but the platform itself on Azure machines.
    '168.63.129.16/32 ' +
    // Within global unicast: protocol assignments with Teredo, and documentation.
    '2001::/23 2001:db8::/32 3fff::/20',
);
const PUBLIC = toBlocks('0.0.0.0/0 2000::/3');

/** Prefixes of IPv6 addresses that contain an IPv4 address, and the byte at which it begins. */
const EMBEDDED = { 12: toBlocks('::ffff:0:0/96 64:ff9b::/96'), 2: toBlocks('2002::/16') };

/** Text that is no address is not public: a name must be resolved first. */
export function isPublicAddress(text: string): boolean {
  const [bare = ''] = text.split('%');
  // ipaddr.js also reads notations that Node does not, such as 0x7f.1, and takes ::8.8.8.8 for ::ffff:8.8.8.8.
  const version = isIP(bare);
  if (version === 0) return false;
  const outer = ipaddr.parse(version === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare);
  const start = Number(ipaddr.subnetMatch(outer, EMBEDDED, '0'));
  const address = start === 0 ? outer : ipaddr.fromByteArray(outer.toByteArray().slice(start, start + 4));
  return ipaddr.subnetMatch(address, { closed: NOT_PUBLIC, open: PUBLIC }, 'closed') === 'open';
}
