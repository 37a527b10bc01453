import { IsPassword, IsPersonsName, IsUsersEmail } from './user-fields.js';
import { NewAddress } from './users.dto.js';

/** The form for a new customer, with the address line by line. */
export class NewCustomerForm extends NewAddress {
  /** @example Ada */
  @IsPersonsName()
  first_name!: string;

  /** @example Lovelace */
  @IsPersonsName()
  last_name!: string;

  /**
   * The email for signing in.
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /**
   * A first password, which the customer can change.
   * @example correct horse battery
   */
  @IsPassword()
  password!: string;
}
