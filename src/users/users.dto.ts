import { Type } from 'class-transformer';
import { IsEmail, IsObject, IsString, Length, MaxLength, ValidateBy, ValidateNested } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN, passwordBytes } from './password.js';

const message = `password must have ${PASSWORD_LENGTH_MIN} characters or more and at most ${PASSWORD_BYTES_MAX} bytes`;

const IsPassword = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPassword',
    validator: {
      validate: (value) => typeof value === 'string' && value.length >= PASSWORD_LENGTH_MIN && passwordBytes(value) !== null,
      defaultMessage: () => message,
    },
  });

const AddressLine = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), Optional(), IsString(), MaxLength(200)]) rule(target, property);
};

/** A line that is left out is empty. */
export class NewAddress {
  @AddressLine()
  line_1?: string;

  @AddressLine()
  line_2?: string;

  @AddressLine()
  city?: string;

  @AddressLine()
  state?: string;

  @AddressLine()
  zip?: string;

  @AddressLine()
  country?: string;
}

/** What a key sends to create a customer (interface §2.3). */
export class NewUser {
  @Trim()
  @IsEmail({ require_tld: false, allow_utf8_local_part: true })
  @MaxLength(320)
  email!: string;

  @Trim()
  @IsString()
  @Length(1, 100)
  first_name!: string;

  @Trim()
  @IsString()
  @Length(1, 100)
  last_name!: string;

  @IsPassword()
  password!: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => NewAddress)
  address?: NewAddress;
}
