import { IsIn } from 'class-validator';
import { IsLocalPath } from '../../../http/local-path.js';

export class ConsentDto {
  /**
   * The path of the authorization request to continue.
   * @example /oauth/authorize?client_id=trading-desk&response_type=code&scope=openid
   */
  @IsLocalPath('/oauth/authorize?')
  resume!: string;

  @IsIn(['agree', 'refuse'])
  decision!: 'agree' | 'refuse';
}
