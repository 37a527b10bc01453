import { seal, unseal } from '../config/sealed-text.js';
import { respondsWithPage, explicitlyAcceptsHtml } from './accept.js';
import { isCsvDownload } from './csv-download.js';
import { isLocalPath } from './local-path.js';

/** What the sign-in page needs from the answer before it: the page that a browser was sent away from, the email that was typed with a wrong password, and whether the right one has to be changed first. */
export type FlashNote = Readonly<{ path?: string; email?: string; asksNewPassword?: boolean }>;

type ReturnableRequest = Parameters<typeof respondsWithPage>[0] &
  Parameters<typeof isCsvDownload>[0] &
  Readonly<{ method: string; url: string; headers: Readonly<{ authorization?: string | undefined }> }>;

const SEAL_CONTEXT = { purpose: 'flash', row: '' } as const;

/** Browsers keep no cookie of more than 4,096 bytes; the note is a third longer when it is sealed. */
const NOTE_BYTES_MAX = 2000;

/** The note as it stands in the cookie: sealed, so that nobody else can write one. Empty where there is nothing to note, or too much. */
export function sealFlashNote(note: FlashNote, secretKey: string): string {
  const text = JSON.stringify(note);
  return text === '{}' || Buffer.byteLength(text) > NOTE_BYTES_MAX ? '' : seal(text, SEAL_CONTEXT, secretKey);
}

/** A note that this service did not write says nothing. */
export function unsealFlashNote(sealed: string | null, secretKey: string): FlashNote {
  const text = sealed === null ? null : unseal(sealed, SEAL_CONTEXT, secretKey);
  return text === null ? {} : (JSON.parse(text) as FlashNote);
}

/** A browser that asked for a page comes back to it after the sign-in. Nothing else does: a program, a file, a request that changes something. */
export function toReturnNote(request: ReturnableRequest): FlashNote {
  const { method, url, headers } = request;
  const isPage =
    method === 'GET' && explicitlyAcceptsHtml(headers.accept) && respondsWithPage(request) && !isCsvDownload(request);
  return isPage && headers.authorization === undefined && isLocalPath(url) ? { path: url } : {};
}
