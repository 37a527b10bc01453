import type { Cookies } from './cookies.js';
import { seal, unseal } from '../config/sealed-text.js';
import { respondsWithPage, explicitlyAcceptsHtml, isCsvDownload } from './accept.js';
import { isLocalPath } from './local-path.js';

/**
 * Data for the sign-in page from the previous response: the page that the browser was redirected from, the email of a
 * wrong password, and whether the password must be changed.
 */
export type FlashNote = Readonly<{ path?: string; email?: string; asksNewPassword?: boolean }>;

type ReturnableRequest = Parameters<typeof respondsWithPage>[0] &
  Parameters<typeof isCsvDownload>[0] &
  Readonly<{ method: string; url: string; headers: Readonly<{ authorization?: string | undefined }> }>;

const SEAL_CONTEXT = { purpose: 'flash', row: '' } as const;

/** Browsers limit cookies to 4,096 bytes; sealing adds a third. */
const NOTE_BYTES_MAX = 2000;

/** The sealed note in the cookie, so that it cannot be forged. Empty without data, or with too much. */
export function sealFlashNote(note: FlashNote, secretKey: string): string {
  const text = JSON.stringify(note);
  return text === '{}' || Buffer.byteLength(text) > NOTE_BYTES_MAX ? '' : seal(text, SEAL_CONTEXT, secretKey);
}

/** A forged note is ignored. */
export function unsealFlashNote(sealed: string | null, secretKey: string): FlashNote {
  const text = sealed === null ? null : unseal(sealed, SEAL_CONTEXT, secretKey);
  return text === null ? {} : (JSON.parse(text) as FlashNote);
}

/** Only a browser that requested a page returns to it after the sign-in: not a program, a file or a change. */
export function toReturnNote(request: ReturnableRequest): FlashNote {
  const { method, url, headers } = request;
  const isPage =
    method === 'GET' && explicitlyAcceptsHtml(headers.accept) && respondsWithPage(request) && !isCsvDownload(request);
  return isPage && headers.authorization === undefined && isLocalPath(url) ? { path: url } : {};
}

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
