import { IsString } from 'class-validator';
import { IsPassword } from '../../users/user-fields.js';

/** What the form for a new password sends. */
export class ChangePasswordFormDto {
  /** @example correct horse battery */
  @IsString()
  current_password!: string;

  /**
   * 8 characters or more, at most 1024 bytes in UTF-8. Neither a common password nor the email, a name or the name of this service.
   *
   * @example staple wrong tower
   */
  @IsPassword()
  new_password!: string;
}
