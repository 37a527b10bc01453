import { BlockList, isIP } from 'node:net';

/** A host name, an IPv4 or an IPv6 address, without a port. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true;
  return (
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text) &&
    !/^[\d.]+$/.test(text)
  );
}

/** Scheme, host and optional port; a trailing slash is accepted, a path, user or query is not. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/` && !/[?#@]/.test(text);
}

/** The text forms of Fastify's `trustProxy`. */
export function isTrustProxy(text: string): boolean {
  if (/^(true|false|\d{1,2})$/.test(text)) return true;
  return text.split(',').every((part) => isNetwork(part.trim()));
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits > 0 && (prefix === undefined || Number(prefix) <= bits);
}

export function parseTrustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address (or the host of an origin) is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  const family = isIP(bare);
  return family !== 0 && loopback.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/** 0.0.0.0 and :: are for listening, not for URLs. */
export function isWildcard(host: string): boolean {
  return /^(0\.0\.0\.0|0|::|0:0:0:0:0:0:0:0)$/.test(host);
}

export function toOrigin(scheme: 'http' | 'https', host: string, port: number): string {
  const hostname = isWildcard(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return new URL(`${scheme}://${hostname}:${port}`).origin;
}

/** Only 1 and true switch something on. */
export const isEnabled = (text: string | undefined): boolean => text === '1' || text === 'true';

/** The database itself rejects deletes of entries younger than thirty days. */
export function isRetentionDays(text: string): boolean {
  return /^\d{1,5}$/.test(text) && (Number(text) === 0 || (Number(text) >= 30 && Number(text) <= 36_500));
}

/** A comma-separated list of hosts; those with a leading dot mean all subdomains. */
export const parseHosts = (text: string): string[] => text.split(',').map((host) => host.trim().toLowerCase());

export const isHostList = (text: string): boolean => parseHosts(text).every((host) => isHost(host.replace(/^\./, '')));

/** Pauses between attempts: a few numbers of seconds, with at most three decimals. */
export const isRetryDelayList = (text: string): boolean =>
  text.split(',').length <= 20 &&
  text.split(',').every((part) => /^\d{1,6}(\.\d{1,3})?$/.test(part) && Number(part) <= 604_800);
