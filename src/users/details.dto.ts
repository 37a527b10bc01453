import { IsOptional, IsString } from 'class-validator';
import { IsPersonsName, IsUsersEmail } from './user-fields.js';
import { NewAddress } from './users.dto.js';

/** The form with a user's details sends all of them, because an empty field cannot be distinguished from an omitted one. */
export class DetailsForm extends NewAddress {
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
}
