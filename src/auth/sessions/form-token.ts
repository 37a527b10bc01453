import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../config/sealed-text.js';
import { isToken, newToken } from '../token.js';

/** The hidden field in which it stands. */
export const FORM_TOKEN = 'form_token';

/**
 * What a form carries to show that this service wrote it, for this very browser. It is derived from the browser's cookie, so
 * nothing is kept for it, and it changes with the cookie. Before the sign-in the cookie is a name for a browser and nothing more.
 */
export function formToken(cookie: string, secretKey: string): string {
  return createHmac('sha256', derivedKey('form', secretKey)).update(cookie).digest('base64url');
}

export function isFormToken(offered: unknown, cookie: string | null, secretKey: string): boolean {
  if (typeof offered !== 'string' || cookie === null || !isToken('session', cookie)) return false;
  const [one, other] = [Buffer.from(offered), Buffer.from(formToken(cookie, secretKey))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The cookie that a browser has, or the one that it is to get. */
export function browserToken(cookie: string | null): string {
  return cookie !== null && isToken('session', cookie) ? cookie : newToken('session');
}
