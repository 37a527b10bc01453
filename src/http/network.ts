const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Whose address it is, as far as counting goes: an IPv4 address itself, however it is written; of an IPv6 address the /64, all
 * which belongs to one caller as a whole, who could use a new address for each request.
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

/** One group has one spelling: 0DB8, db8 and DB8 are the same. */
const expandGroups = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0{1,3}(?=.)/, ''));
