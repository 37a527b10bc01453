import { IsOptional, IsString } from 'class-validator';
import { IsPersonsName, IsUsersEmail } from './user-fields.js';
import { NewAddress } from './users.dto.js';

/** The form sends all details, because an empty field cannot be distinguished from an omitted one. */
export class DetailsForm extends NewAddress {
  /** @example Ada */
  @IsPersonsName()
  first_name!: string;

  /** @example Lovelace */
  @IsPersonsName()
  last_name!: string;

  /**
   * The new email is the new username and needs `current_password`.
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /**
   * Required to change the email.
   * @example correct horse battery
   */
  @IsOptional()
  @IsString()
  current_password?: string;
}
