import { IsEmail, IsString, Length, MaxLength, ValidateBy } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { IsPlain, IsReadable } from '../http/readable.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN, passwordBytes } from './password.js';

/* The rules of the fields that say who somebody is, for the DTOs of every door that asks. */

const all = (...rules: readonly PropertyDecorator[]): PropertyDecorator => (target, property) => {
  for (const rule of rules) rule(target, property);
};

const message = `$property must have ${PASSWORD_LENGTH_MIN} characters or more and at most ${PASSWORD_BYTES_MAX} bytes`;

/** JSON Schema counts characters; every character is at least one byte. */
export const IsPassword = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isPassword',
      validator: {
        validate: (value) => typeof value === 'string' && Array.from(value).length >= PASSWORD_LENGTH_MIN && passwordBytes(value) !== null,
        defaultMessage: () => message,
      },
    },
    { context: { schema: { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_BYTES_MAX } } },
  );

export const IsUsersEmail = (): PropertyDecorator => all(Trim(), IsEmail({ require_tld: false, allow_utf8_local_part: true }), MaxLength(320), IsPlain());

export const IsPersonsName = (): PropertyDecorator => all(Trim(), IsString(), Length(1, 100), IsReadable());

export const IsAddressLine = (): PropertyDecorator => all(Trim(), Optional(), IsString(), MaxLength(200), IsReadable());
