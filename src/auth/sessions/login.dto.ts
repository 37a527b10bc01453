import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';

export class LoginQuery {
  /** Where to go after the sign-in; without it, to the overview. */
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
   * A new password, with which the user is signed in instead: where the password has to be changed first.
   *
   * @example staple wrong tower
   */
  @IsOptional()
  @IsString()
  new_password?: string;

  /**
   * Where to go after the sign-in; without it, to the overview.
   *
   * @example /desk
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}
