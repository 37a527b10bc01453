import { IsOptional, IsString } from 'class-validator';
import { IsPersonsName, IsUsersEmail } from './user-fields.js';
import { NewAddress } from './users.dto.js';

/** What the form with somebody's details sends: all of them, because a form knows nothing of what is left out. */
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
