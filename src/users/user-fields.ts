import { IsEmail, IsString, MaxLength } from 'class-validator';
import { combine, ValueRule, Optional, Trim } from '../http/fields.decorator.js';
import { IsReadable, IsReadableText, IsUnambiguous } from '../http/readable.decorator.js';
import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN } from './password.js';
import { findPasswordFault, type PasswordOwner } from './password-rules.js';

/* The rules of the fields of a user, for the DTOs of every endpoint that has them. */

/** What the same body says of whose password it is. */
function toPasswordOwner(body: object): PasswordOwner {
  const { email, first_name: firstName, last_name: lastName } = body as Readonly<Record<string, unknown>>;
  return {
    ...(typeof email === 'string' && { email }),
    ...(typeof firstName === 'string' && { firstName }),
    ...(typeof lastName === 'string' && { lastName }),
  };
}

/** JSON Schema counts characters; every character is at least one byte. */
export const IsPassword = (): PropertyDecorator =>
  ValueRule(
    'isPassword',
    (value, body) => {
      const fault = typeof value === 'string' ? findPasswordFault(value, toPasswordOwner(body)) : 'must be text';
      return fault === null ? null : `$property ${fault}`;
    },
    { context: { schema: { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_BYTES_MAX } } },
  );

export const IsUsersEmail = (): PropertyDecorator =>
  combine(Trim(), IsEmail({ require_tld: false, allow_utf8_local_part: true }), MaxLength(320), IsUnambiguous());

export const IsPersonsName = (): PropertyDecorator => IsReadableText(100);

export const IsAddressLine = (): PropertyDecorator =>
  combine(Trim(), Optional(), IsString(), MaxLength(200), IsReadable());
