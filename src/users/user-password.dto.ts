import { IsPassword } from './user-fields.js';

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
