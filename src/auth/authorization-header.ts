import { isUtf8 } from 'node:buffer';
import type { OfferedCredentials } from '../clients/clients.service.js';

/**
 * Reads `Authorization: Basic` (RFC 7617): everything after the first colon is the secret. RFC 6749 §2.3.1 wants id and
 * secret form-encoded first; most callers, and the interface, send them as they are. If both readings differ, both are
 * returned, the plain one first. Null if the header is not Basic or unreadable.
 */
export function parseBasicCredentials(authorization: string): OfferedCredentials[] | null {
  const plain = splitAtColon(authorization);
  if (!plain) return null;
  const clientId = decodeFormValue(plain.clientId);
  const secret = decodeFormValue(plain.secret);
  if (clientId === null || secret === null || (clientId === plain.clientId && secret === plain.secret)) return [plain];
  return [plain, { clientId, secret }];
}

function splitAtColon(authorization: string): OfferedCredentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString();
  const colon = text.indexOf(':');
  if (!isUtf8(bytes) || colon < 1 || colon === text.length - 1 || text.includes('\0')) return null;
  return { clientId: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function decodeFormValue(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded === '' || decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** The token of `Authorization: Bearer` (RFC 6750 §2.1); null if the header is another or names more than one token. */
export function parseBearerToken(authorization: string): string | null {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;
}

/** Node keeps only the first of two Authorization headers; which one was meant is unknown (RFC 6750 §2). */
export function isAuthorizationRepeated({
  raw,
}: Readonly<{ raw: Readonly<{ rawHeaders: readonly string[] }> }>): boolean {
  let count = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at];
    if (name?.length === 13 && name.toLowerCase() === 'authorization') count++;
  }
  return count > 1;
}
