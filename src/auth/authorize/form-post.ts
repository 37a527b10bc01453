import { hash } from 'node:crypto';

/** Posts the form on the page as soon as the page is there. The policy of that page allows this text and no other. */
export const AUTO_SUBMIT = 'document.getElementById("answer").submit()';

export const AUTO_SUBMIT_HASH = hash('sha256', AUTO_SUBMIT, 'base64');

/** Where a form may lead, as `form-action` of a content security policy names it; it knows no IPv6, and a scheme of one's own is only a scheme. */
export function toFormTarget(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  const hasOrigin = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[');
  return hasOrigin ? origin : protocol;
}

/** Where an address leads, in the words of people: a host, or the application on their own machine that has taken a scheme for itself. */
export function formatDestination(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `an application on this device (${protocol})`;
}
