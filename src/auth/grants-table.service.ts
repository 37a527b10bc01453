import { Injectable } from '@nestjs/common';
import type { GrantType } from '../clients/grant-types.js';
import { AuthorizationCodeGrantService } from './authorize/authorization-code-grant.service.js';
import { ClientCredentialsGrantService } from './client-credentials-grant.service.js';
import type { Grant } from './grants.js';
import { PasswordGrantService } from './password-grant.service.js';
import { RefreshGrantService } from './refresh-grant.service.js';

/** Every grant that the token endpoint knows, one handler each; what the operator has switched off it does not know. */
@Injectable()
export class GrantsTableService {
  private readonly grants: ReadonlyMap<string, Grant>;

  constructor(
    password: PasswordGrantService,
    refresh: RefreshGrantService,
    authorizationCode: AuthorizationCodeGrantService,
    clientCredentials: ClientCredentialsGrantService,
  ) {
    const known: Grant[] = [password, refresh, authorizationCode, clientCredentials];
    this.grants = new Map(known.filter(({ isOn = true }) => isOn).map((grant) => [grant.type, grant]));
  }

  get types(): readonly GrantType[] {
    return [...this.grants.values()].map(({ type }) => type);
  }

  find(type: string): Grant | undefined {
    return this.grants.get(type);
  }
}
