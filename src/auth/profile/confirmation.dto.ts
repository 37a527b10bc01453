import { IsOptional } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';

/** The form that only confirms the password. */
export class ConfirmPasswordDto {
  /**
   * The path to redirect to; by default the profile.
   * @example /webhooks/3
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}
