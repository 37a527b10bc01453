import { IsBoolean, IsString } from 'class-validator';
import { IsNested, IsSearchText, Optional } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsAddressLine, IsPassword, IsPersonsName, IsUsersEmail } from './user-fields.js';

/** The lines of an address. */
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

/** Changes to the signed-in user. Omitted fields stay as they are. */
export class ChangedUser {
  /**
   * The new email is the new username and needs `current_password`.
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

  /** Omitted lines stay as they are; an empty text empties a line. */
  @Optional()
  @IsNested(() => NewAddress)
  address?: NewAddress;

  /**
   * Required to change the email.
   * @example correct horse battery
   */
  @Optional()
  @IsString()
  current_password?: string;
}

/** A change of password. */
export class ChangedPassword {
  /** @example correct horse battery */
  @IsString()
  current_password!: string;

  /**
   * 8 characters or more, at most 1024 bytes of UTF-8. No common password, and not the email, a name or the name of
   * this service.
   * @example staple wrong tower
   */
  @IsPassword()
  new_password!: string;
}

/** Filters of the user list. */
export class UserQuestion extends PagingQuery {
  /**
   * Part of the email or the full name (case-insensitive).
   * @example "ada lovelace"
   */
  @IsSearchText()
  q?: string;
}

/** Options for disabling a user. */
export class Disabling {
  /** Whether the working orders in the user's accounts are canceled as well. */
  @Optional()
  @IsBoolean()
  cancel_orders?: boolean;
}

/** A customer who is to be. */
export class NewUser {
  /**
   * The email for signing in; unique in any case.
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
   * 8 characters or more, at most 1024 bytes of UTF-8. No common password, and not the email, a name or the name of
   * this service.
   * @example correct horse battery
   */
  @IsPassword()
  password!: string;

  /** The address. Omitted lines are empty. */
  @Optional()
  @IsNested(() => NewAddress)
  address?: NewAddress;
}
