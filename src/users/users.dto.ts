import { Type } from 'class-transformer';
import { IsEmail, IsObject, IsString, Length, MaxLength, ValidateBy, ValidateNested } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN, passwordBytes } from './password.js';

const message = `password must have ${PASSWORD_LENGTH_MIN} characters or more and at most ${PASSWORD_BYTES_MAX} bytes`;

/** JSON Schema counts characters; every character is at least one byte. */
const IsPassword = (): PropertyDecorator =>
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

const AddressLine = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), Optional(), IsString(), MaxLength(200)]) rule(target, property);
};

/** A line that is left out is empty. */
export class NewAddress {
  /** @example 12 Savile Row */
  @AddressLine()
  line_1?: string;

  /** @example Flat 3 */
  @AddressLine()
  line_2?: string;

  /** @example London */
  @AddressLine()
  city?: string;

  /** @example Greater London */
  @AddressLine()
  state?: string;

  /** @example W1S 3PQ */
  @AddressLine()
  zip?: string;

  /** @example United Kingdom */
  @AddressLine()
  country?: string;
}

/** A customer who is to be. */
export class NewUser {
  /**
   * What the customer signs in with; no two users have the same, in whatever case.
   *
   * @example ada@example.test
   */
  @Trim()
  @IsEmail({ require_tld: false, allow_utf8_local_part: true })
  @MaxLength(320)
  email!: string;

  /** @example Ada */
  @Trim()
  @IsString()
  @Length(1, 100)
  first_name!: string;

  /** @example Lovelace */
  @Trim()
  @IsString()
  @Length(1, 100)
  last_name!: string;

  /**
   * Any characters; at most 1024 bytes in UTF-8.
   *
   * @example correct horse battery
   */
  @IsPassword()
  password!: string;

  /** Where the customer lives. Left out, every line of it is empty. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => NewAddress)
  address?: NewAddress;
}
