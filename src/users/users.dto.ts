import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsString, Length, ValidateNested } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { Trim } from '../http/trim.decorator.js';
import { IsAddressLine, IsPassword, IsPersonsName, IsUsersEmail } from './user-fields.js';

/** A line that is left out is empty. */
export class NewAddress {
  /** @example 12 Savile Row */
  @IsAddressLine()
  line_1?: string;

  /** @example Flat 3 */
  @IsAddressLine()
  line_2?: string;

  /** @example London */
  @IsAddressLine()
  city?: string;

  /** @example Greater London */
  @IsAddressLine()
  state?: string;

  /** @example W1S 3PQ */
  @IsAddressLine()
  zip?: string;

  /** @example United Kingdom */
  @IsAddressLine()
  country?: string;
}

/** What users send to change what is known of them. What is left out stays as it is; of an address every line is replaced. */
export class ChangedUser {
  /**
   * A new email is a new username, so it needs `current_password`.
   *
   * @example ada@example.test
   */
  @Optional()
  @IsUsersEmail()
  email?: string;

  /** @example Ada */
  @Optional()
  @IsPersonsName()
  first_name?: string;

  /** @example Lovelace */
  @Optional()
  @IsPersonsName()
  last_name?: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => NewAddress)
  address?: NewAddress;

  /**
   * Only to change the email.
   *
   * @example correct horse battery
   */
  @Optional()
  @IsString()
  current_password?: string;
}

/** What users send to change their password. */
export class ChangedPassword {
  /** @example correct horse battery */
  @IsString()
  current_password!: string;

  /**
   * 8 characters or more, at most 1024 bytes in UTF-8. Neither a common password nor the email, a name or the name of this service.
   *
   * @example staple wrong tower
   */
  @IsPassword()
  new_password!: string;
}

/** Which users an administrator asks for. */
export class UserQuestion extends PagingQuery {
  /**
   * A part of the email, or of first and last name, in any case.
   * @example "ada lovelace"
   */
  @Trim()
  @Optional()
  @IsString()
  @Length(1, 100)
  q?: string;
}

/** What else becomes of a user who is disabled. */
export class Disabling {
  /** Whether the working orders in their trading accounts are canceled as well. */
  @Optional()
  @IsBoolean()
  cancel_orders?: boolean;
}

/** A customer who is to be. */
export class NewUser {
  /**
   * What the customer signs in with; no two users have the same, in whatever case.
   *
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /** @example Ada */
  @IsPersonsName()
  first_name!: string;

  /** @example Lovelace */
  @IsPersonsName()
  last_name!: string;

  /**
   * 8 characters or more, at most 1024 bytes in UTF-8. Neither a common password nor the email, a name or the name of this service.
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
