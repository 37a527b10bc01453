import { IsOptional } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';

/** What a form sends that only asks for a proof of the password. */
export class ConfirmPasswordDto {
  /**
   * Where to go on; without it, to the profile.
   *
   * @example /webhooks/3
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}
