import type { Cookies } from './cookies.js';

type RedirectReply = Readonly<{ header: (name: string, value: string) => unknown }>;

/**
 * The response to a form that succeeded, at an endpoint that answers 303: the URL of a page, and a message that this page shows
 * once. It is never a page itself, because to load that again would be to send the form again.
 */
export function redirectWithFlash(
  reply: RedirectReply,
  cookies: Cookies,
  { to, saying }: Readonly<{ to: string; saying: string }>,
): void {
  reply.header('set-cookie', cookies.setFlash(saying));
  reply.header('location', to);
}
