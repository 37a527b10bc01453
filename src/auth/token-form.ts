import { isFormContentType } from '../http/form.js';
import { MalformedTokenRequest } from './oauth-errors.js';
import type { TokenRequest } from './token.dto.js';

/** The parameters of a token request. What was sent without a value is not here (RFC 6749 §3.2). */
export type TokenForm = Readonly<Partial<TokenRequest>>;

/** The parser has refused what is repeated or unreadable; what is left is to insist on a form, and to drop what is empty. */
export function readTokenForm<Form extends object = TokenRequest>(
  contentType: string | undefined,
  body: Form | undefined,
): Readonly<Partial<Form>> {
  if (body === undefined) return {} as Partial<Form>;
  if (!isFormContentType(contentType)) {
    throw new MalformedTokenRequest('A token request is a form: send it as application/x-www-form-urlencoded.');
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')) as Partial<Form>;
}

export function required<Name extends string>(form: Readonly<Partial<Record<Name, string>>>, name: Name): string {
  const value = form[name];
  if (value === undefined) throw new MalformedTokenRequest(`The parameter ${name} is missing.`);
  return value;
}
