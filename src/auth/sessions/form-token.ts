import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../config/sealed-text.js';
import { isCrossSite } from '../../http/fetch-site.js';
import { isToken, createToken } from '../token.js';

/** A browser by its cookie, and the customer for whom its user acts, if they act for one. */
export type FormOwner<Cookie> = Readonly<{ cookie: Cookie; customerId: number | null }>;

/** The hidden field in which it stands. */
export const FORM_TOKEN_FIELD = 'form_token';

/**
 * What a form carries to show that this service wrote it, for this very browser. It is derived from the browser's cookie, so
 * nothing is kept for it, and it changes with the cookie. Before the sign-in the cookie is a name for a browser and nothing more.
 *
 * It says as whom as well: a form that an administrator opened in their own name does nothing in a customer's, and the other way round.
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
  const [one, other] = [Buffer.from(offered), Buffer.from(createFormToken({ cookie, customerId }, secretKey))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The cookie that a browser has, or the one that it is to get. */
export function reuseOrCreateSessionToken(cookie: string | null): string {
  return cookie !== null && isToken('session', cookie) ? cookie : createToken('session');
}

type SubmittedForm = Readonly<{
  headers: Readonly<{ origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined }>;
  host: string;
}>;

/**
 * Whether another site posts this, as `Sec-Fetch-Site` or `Origin` say. A sibling, such as another port of this host, is another site as well: it shares our cookies and
 * is not ours. Old browsers do not say, and neither does plain HTTP. `Origin: null` says nothing either: our own forms carry it, because our pages send no referrer.
 * Behind a proxy that ends TLS the scheme is not known here, and the host is what counts.
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
