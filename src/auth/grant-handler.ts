import type { Client } from '../clients/client.entity.js';
import type { GrantType } from '../clients/grant-types.js';
import type { TokenForm } from './token-form.js';
import type { IssuedTokens } from './tokens.service.js';

/** One way to earn tokens. `address` is where the request comes from. */
export interface GrantHandler {
  readonly type: GrantType;
  /** False where the operator has switched it off; the token endpoint then does not know it. */
  readonly isEnabled?: boolean;
  issue(client: Client, form: TokenForm, address: string): Promise<IssuedTokens>;
}
