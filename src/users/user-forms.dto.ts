import { IsIn, IsOptional, IsString } from 'class-validator';
import { type Role, ROLES } from '../access/actor.js';
import { IsPassword, IsPersonsName, IsUsersEmail } from './user-fields.js';
import { NewAddress } from './users.dto.js';

/** The form for setting a user's password. */
export class UserPasswordForm {
  /**
   * 8 characters or more, at most 1024 bytes of UTF-8. No common password, and not the email, a name or the name of
   * this service.
   * @example staple wrong tower
   */
  @IsPassword()
  new_password!: string;
}

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

/** The new role of a user. */
export class UserRoleForm {
  /** `Admin` is an administrator. */
  @IsIn(ROLES)
  role!: Role;
}
