import { IsIn } from 'class-validator';
import { IsOwnAddress } from '../../http/own-address.js';

export class ConsentForm {
  /**
   * Where the authorization request goes on.
   *
   * @example /oauth/authorize?client_id=trading-desk&response_type=code&scope=openid
   */
  @IsOwnAddress('/oauth/authorize?')
  resume!: string;

  @IsIn(['agree', 'refuse'])
  decision!: 'agree' | 'refuse';
}
