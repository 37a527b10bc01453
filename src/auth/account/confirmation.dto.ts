import { IsOptional } from 'class-validator';
import { IsOwnAddress } from '../../http/own-address.js';

/** What a form sends that only asks for a proof of the password. */
export class PasswordConfirmationForm {
  /**
   * Where to go on; without it, to the profile.
   *
   * @example /webhooks/3
   */
  @IsOptional()
  @IsOwnAddress()
  resume?: string;
}
