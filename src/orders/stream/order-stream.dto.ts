import { IsIn } from 'class-validator';
import { Optional } from '../../http/fields.decorator.js';

/** The choice at the handshake. */
export class OrderStreamQuery {
  /**
   * With `true`, the working orders that this connection placed are canceled when it ends, for whatever reason.
   * @example "true"
   */
  @Optional()
  @IsIn(['true', 'false'])
  cancel_on_disconnect?: 'true' | 'false';
}
