import { IsString } from 'class-validator';
import { IsPassword } from '../../users/user-fields.js';

/** The form for a new password. */
export class ChangePasswordFormDto {
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
