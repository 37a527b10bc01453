import { IsOptional, IsString } from 'class-validator';
import { IsAddressLine, IsPersonsName, IsUsersEmail } from './user-fields.js';

/** What the form with somebody's details sends: all of them, because a form knows nothing of what is left out. */
export class DetailsForm {
  /** @example Ada */
  @IsPersonsName()
  first_name!: string;

  /** @example Lovelace */
  @IsPersonsName()
  last_name!: string;

  /**
   * A new email is a new username, so it needs `current_password`.
   *
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /**
   * Only to change the email.
   *
   * @example correct horse battery
   */
  @IsOptional()
  @IsString()
  current_password?: string;

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
