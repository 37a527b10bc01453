import { IsEmail, IsString, Length, MaxLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { Optional, Trim } from '../http/fields.decorator.js';
import { IsUnambiguous, IsReadable } from '../http/readable.decorator.js';
import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN } from './password.js';
import { findPasswordFault, type PasswordOwner } from './password-rules.js';

/* The rules of the fields of a user, for the DTOs of every endpoint that has them. */

const combine =
  (...rules: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const rule of rules) rule(target, property);
  };

/** What the same body says of whose password it is. */
function toPasswordOwner(body: object): PasswordOwner {
  const { email, first_name: firstName, last_name: lastName } = body as Readonly<Record<string, unknown>>;
  return {
    ...(typeof email === 'string' && { email }),
    ...(typeof firstName === 'string' && { firstName }),
    ...(typeof lastName === 'string' && { lastName }),
  };
}

const findPasswordProblem = (value: unknown, args?: ValidationArguments): string | null =>
  typeof value === 'string' ? findPasswordFault(value, toPasswordOwner(args?.object ?? {})) : 'must be text';

/** JSON Schema counts characters; every character is at least one byte. */
export const IsPassword = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isPassword',
      validator: {
        validate: (value, args) => findPasswordProblem(value, args) === null,
        defaultMessage: (args) => `$property ${findPasswordProblem(args?.value, args)}`,
      },
    },
    { context: { schema: { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_BYTES_MAX } } },
  );

export const IsUsersEmail = (): PropertyDecorator =>
  combine(Trim(), IsEmail({ require_tld: false, allow_utf8_local_part: true }), MaxLength(320), IsUnambiguous());

export const IsPersonsName = (): PropertyDecorator => combine(Trim(), IsString(), Length(1, 100), IsReadable());

export const IsAddressLine = (): PropertyDecorator =>
  combine(Trim(), Optional(), IsString(), MaxLength(200), IsReadable());
