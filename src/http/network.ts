const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The address for counting: an IPv4 address in one notation; for IPv6 the /64 network, because one caller can use all
 * of its addresses.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const before = expandGroups(head);
  const after = expandGroups(tail ?? '');
  const missing = Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array.from({ length: tail === undefined ? 0 : missing }, () => '0'), ...after];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** One notation per group: 0DB8, db8 and DB8 are the same. */
const expandGroups = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0{1,3}(?=.)/, ''));
