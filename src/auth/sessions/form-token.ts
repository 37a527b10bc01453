import { createHmac } from 'node:crypto';
import { areDigestsEqual, deriveKey } from '../../config/sealed-text.js';
import { isCrossSite } from '../../http/cookies.js';
import { isToken, createToken } from '../tokens/token.js';

/** A browser's cookie, and the customer that its user acts for, if any. */
export type FormOwner<Cookie> = Readonly<{ cookie: Cookie; customerId: number | null }>;

/** The hidden field with the token. */
export const FORM_TOKEN_FIELD = 'form_token';

/**
 * The proof that this service issued a form for this browser. It is derived from the browser's cookie, so nothing is
 * stored, and it changes with the cookie. It also covers the acting customer: a form opened as administrator does
 * nothing as customer, and the other way round.
 */
export function createFormToken({ cookie, customerId }: FormOwner<string>, secretKey: string): string {
  const owner = customerId === null ? cookie : `${cookie} ${customerId}`;
  return createHmac('sha256', deriveKey('form', secretKey)).update(owner).digest('base64url');
}

export function verifyFormToken(
  offered: unknown,
  { cookie, customerId }: FormOwner<string | null>,
  secretKey: string,
): boolean {
  if (typeof offered !== 'string' || cookie === null || !isToken('session', cookie)) return false;
  return areDigestsEqual(offered, createFormToken({ cookie, customerId }, secretKey));
}

/** The browser's cookie, or a new one. */
export function reuseOrCreateSessionToken(cookie: string | null): string {
  return cookie !== null && isToken('session', cookie) ? cookie : createToken('session');
}

type SubmittedForm = Readonly<{
  headers: Readonly<{ origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined }>;
  host: string;
}>;

/**
 * Whether another site posts the form, according to `Sec-Fetch-Site` or `Origin`. A sibling, such as another port of
 * this host, is another site: it shares the cookies. Old browsers and plain HTTP send neither. `Origin: null` has no
 * meaning either: forms of pages that send no referrer send it, such as the sign-in. Behind a proxy that ends TLS the
 * scheme is unknown here, so the host decides.
 */
export function isCrossSiteForm(
  { headers: { origin, 'sec-fetch-site': site }, host }: SubmittedForm,
  baseUrl: string,
): boolean {
  if (isCrossSite({ 'sec-fetch-site': site })) return true;
  if (origin === undefined || origin === 'null') return false;
  return origin !== toOrigin(baseUrl) && origin !== toOrigin(`${URL.parse(origin)?.protocol ?? ''}//${host}`);
}

const toOrigin = (url: string): string | undefined => URL.parse(url)?.origin;
