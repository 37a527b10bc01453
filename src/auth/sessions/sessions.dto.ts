import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';

export class LoginQuery {
  /** The path to redirect to after the sign-in; by default the overview. */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}

export class LoginDto {
  /**
   * The email of the user.
   *
   * @example ada@example.test
   */
  @IsString()
  @MaxLength(320)
  username!: string;

  /** @example correct horse battery */
  @IsString()
  password!: string;

  /**
   * A new password for a user whose password must be changed.
   * @example staple wrong tower
   */
  @IsOptional()
  @IsString()
  new_password?: string;

  /**
   * The path to redirect to after the sign-in; by default the overview.
   * @example /desk
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}
