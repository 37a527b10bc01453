import type { Client } from '../../clients/client.entity.js';
import type { GrantType } from '../../clients/grant-types.js';
import type { TokenForm } from './token-form.js';
import type { IssuedTokens } from '../tokens/token-issuer.service.js';

/** A grant of the token endpoint. `address` is the client's IP address. */
export interface GrantHandler {
  readonly type: GrantType;
  /** False if the operator has switched it off; the token endpoint then does not support it. */
  readonly isEnabled?: boolean;
  issue(client: Client, form: TokenForm, address: string): Promise<IssuedTokens>;
}
