import type { Cookies } from './cookies.js';

type RedirectReply = Readonly<{ header: (name: string, value: string) => unknown }>;

/**
 * The answer to a form of ours when all went well, at a door that answers 303: the way to a page, and what that page is to say,
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
