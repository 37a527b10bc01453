import { hash } from 'node:crypto';

/** Posts the form as soon as the page is loaded. The page's policy permits this script only. */
export const AUTO_SUBMIT = 'document.getElementById("answer").submit()';

export const AUTO_SUBMIT_HASH = hash('sha256', AUTO_SUBMIT, 'base64');

/**
 * The target of a form for `form-action` of a content security policy, which knows no IPv6 and only the scheme of a
 * custom scheme.
 */
export function toFormTarget(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  const hasOrigin = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[');
  return hasOrigin ? origin : protocol;
}

/** The target of a URL in words: a host, or an application on the user's device with its own scheme. */
export function formatDestination(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `an application on this device (${protocol})`;
}
