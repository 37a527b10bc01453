import { MalformedTokenRequest } from './oauth-errors.js';
import type { TokenRequest } from './token.dto.js';

/** The parameters of a token request. What was sent without a value is not here (RFC 6749 §3.2). */
export type TokenForm = Readonly<Partial<TokenRequest>>;

/** The parser has refused what is repeated or unreadable; what is left is to insist on a form, and to drop what is empty. */
export function readTokenForm(contentType: string | undefined, body: TokenRequest | undefined): TokenForm {
  if (body === undefined) return {};
  if (!contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw new MalformedTokenRequest('A token request is a form: send it as application/x-www-form-urlencoded.');
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

export function required(form: TokenForm, name: keyof TokenForm): string {
  const value = form[name];
  if (value === undefined) throw new MalformedTokenRequest(`The parameter ${name} is missing.`);
  return value;
}
