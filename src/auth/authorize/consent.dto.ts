import { IsIn } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';

export class ConsentDto {
  /**
   * Where the authorization request goes on.
   *
   * @example /oauth/authorize?client_id=trading-desk&response_type=code&scope=openid
   */
  @IsLocalPath('/oauth/authorize?')
  resume!: string;

  @IsIn(['agree', 'refuse'])
  decision!: 'agree' | 'refuse';
}
