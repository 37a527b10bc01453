import { seal, unseal } from '../config/sealed-text.js';
import { getsPage, namesPage } from './accept.js';
import { isDownload } from './download.js';
import { isOwnAddress } from './own-address.js';

/** What the sign-in page needs from the answer before it: the page that a browser was sent away from, the email that was typed with a wrong password, and whether the right one has to be changed first. */
export type FlashNote = Readonly<{ path?: string; email?: string; asksNewPassword?: boolean }>;

type Asked = Parameters<typeof getsPage>[0] &
  Parameters<typeof isDownload>[0] &
  Readonly<{ method: string; url: string; headers: Readonly<{ authorization?: string | undefined }> }>;

const BOUND = { purpose: 'flash', row: '' } as const;

/** Browsers keep no cookie of more than 4,096 bytes; the note is a third longer when it is sealed. */
const NOTE_BYTES = 2000;

/** The note as it stands in the cookie: sealed, so that nobody else can write one. Empty where there is nothing to note, or too much. */
export function sealNote(note: FlashNote, secretKey: string): string {
  const text = JSON.stringify(note);
  return text === '{}' || Buffer.byteLength(text) > NOTE_BYTES ? '' : seal(text, BOUND, secretKey);
}

/** A note that this service did not write says nothing. */
export function openNote(sealed: string | null, secretKey: string): FlashNote {
  const text = sealed === null ? null : unseal(sealed, BOUND, secretKey);
  return text === null ? {} : (JSON.parse(text) as FlashNote);
}

/** A browser that asked for a page comes back to it after the sign-in. Nothing else does: a program, a file, a request that changes something. */
export function pathToReturnTo(request: Asked): FlashNote {
  const { method, url, headers } = request;
  const isPage = method === 'GET' && namesPage(headers.accept) && getsPage(request) && !isDownload(request);
  return isPage && headers.authorization === undefined && isOwnAddress(url) ? { path: url } : {};
}
