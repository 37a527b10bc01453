import type { Cookies } from './cookies.js';

type RedirectReply = Readonly<{ header: (name: string, value: string) => unknown }>;

/**
 * The response to a successful form that returns 303: the URL of a page, and its flash message. Never a page itself,
 * because reloading it would send the form again.
 */
export function redirectWithFlash(
  reply: RedirectReply,
  cookies: Cookies,
  { to, saying }: Readonly<{ to: string; saying: string }>,
): void {
  reply.header('set-cookie', cookies.setFlash(saying));
  reply.header('location', to);
}
