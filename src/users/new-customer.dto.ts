import { IsPassword, IsPersonsName, IsUsersEmail } from './user-fields.js';
import { NewAddress } from './users.dto.js';

/** What the form for a new customer sends: an address line by line, because a form has no objects. */
export class NewCustomerForm extends NewAddress {
  /** @example Ada */
  @IsPersonsName()
  first_name!: string;

  /** @example Lovelace */
  @IsPersonsName()
  last_name!: string;

  /**
   * What the customer signs in with.
   *
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /**
   * A first one; the customer changes it.
   *
   * @example correct horse battery
   */
  @IsPassword()
  password!: string;
}
