/**
 * Decides which addresses are public. All others are machines of the operator's network: a user must not reach through
 * this service what they could not reach themselves. The lists follow the special-purpose registries of IANA (RFC
 * 6890); of IPv6 only global unicast is public, and an address that contains an IPv4 address is judged by it.
 */
import { isIP } from 'node:net';

type AddressBlock = readonly [from: number, bits: number];

const block = (text: string): AddressBlock => {
  const [address = '', bits = ''] = text.split('/');
  return [toNumber(address), Number(bits)];
};

function toNumber(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

const notPublic: readonly AddressBlock[] = [
  ...[
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ],
  ...[
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Public by its number, but the platform itself on Azure machines.
  '168.63.129.16/32',
].map(block);

const isIn = (address: number, [from, bits]: AddressBlock): boolean =>
  Math.floor(address / 2 ** (32 - bits)) === Math.floor(from / 2 ** (32 - bits));

/** Text that is no address is not public: a name must be resolved first. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  switch (isIP(bare)) {
    case 4:
      return isPublicNumber(toNumber(bare));
    case 6:
      return isPublicGroups(parseGroups(bare));
    default:
      return false;
  }
}

const isPublicNumber = (address: number): boolean => !notPublic.some((one) => isIn(address, one));

/** The IPv4 address in two groups. */
const toEmbeddedAddress = (high = 0, low = 0): number => high * 65_536 + low;

/** Prefixes of IPv4 addresses: mapped (::ffff:0:0/96), and translated (64:ff9b::/96). */
const carriers = ['0:0:0:0:0:65535', '100:65435:0:0:0:0'];

function isPublicGroups(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = groups;
  if (carriers.includes(groups.slice(0, 6).join(':'))) return isPublicNumber(toEmbeddedAddress(groups[6], groups[7]));
  if (a === 0x2002) return isPublicNumber(toEmbeddedAddress(b, c));
  return (a & 0xe000) === 0x2000 && !isReserved(a, b);
}

/** Within global unicast: protocol assignments with Teredo (2001::/23), documentation (2001:db8::/32, 3fff::/20). */
const isReserved = (a: number, b: number): boolean =>
  (a === 0x2001 && (b < 0x200 || b === 0xdb8)) || (a === 0x3fff && b < 0x1000);

/** The eight groups of an IPv6 address in any notation. */
function parseGroups(address: string): readonly number[] {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const hexadecimal = dotted ? `${dotted[1] ?? ''}${toHexadecimal(toNumber(dotted[2] ?? ''))}` : address;
  const [head = '', tail] = hexadecimal.split('::');
  const [before, after] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)),
  ) as [number[], number[]];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const toHexadecimal = (address: number): string =>
  `${Math.floor(address / 65_536).toString(16)}:${(address % 65_536).toString(16)}`;
