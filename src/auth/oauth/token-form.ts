import { isFormContentType } from '../../http/form.js';
import { MalformedTokenRequestError } from './oauth-errors.js';
import type { TokenRequestDto } from './token.dto.js';

/** The parameters of a token request. What was sent without a value is not here (RFC 6749 §3.2). */
export type TokenForm = Readonly<Partial<TokenRequestDto>>;

/** The parser has refused what is repeated or unreadable; what is left is to insist on a form, and to drop what is empty. */
export function parseTokenForm<Form extends object = TokenRequestDto>(
  contentType: string | undefined,
  body: Form | undefined,
): Readonly<Partial<Form>> {
  if (body === undefined) return {} as Partial<Form>;
  if (!isFormContentType(contentType)) {
    throw new MalformedTokenRequestError('A token request is a form: send it as application/x-www-form-urlencoded.');
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')) as Partial<Form>;
}

export function requireParameter<Name extends string>(
  form: Readonly<Partial<Record<Name, string>>>,
  name: Name,
): string {
  const value = form[name];
  if (value === undefined) throw new MalformedTokenRequestError(`The parameter ${name} is missing.`);
  return value;
}
