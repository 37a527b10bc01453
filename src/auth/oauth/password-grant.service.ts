import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { Config } from '../../config/config.js';
import { PASSWORD_BYTES_MAX, toPasswordBytes } from '../../users/password.js';
import type { User } from '../../users/user.entity.js';
import { UsersService } from '../../users/users.service.js';
import type { GrantHandler } from './grant-handler.js';
import { InvalidGrantError, MalformedTokenRequestError } from './oauth-errors.js';
import { parseScope, computeGrantedScope } from '../scope.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { requireParameter, type TokenForm } from './token-form.js';
import { TokenRevocationService } from './token-revocation.service.js';
import { type IssuedTokens, TokenIssuerService } from '../tokens/token-issuer.service.js';

/** The password grant (RFC 6749 §4.3), also of an administrator on behalf of a customer (interface §4.1). */
@Injectable()
export class PasswordGrantService implements GrantHandler {
  readonly type = 'password';
  readonly isEnabled: boolean;

  constructor(
    private readonly signIns: SignInService,
    private readonly users: UsersService,
    private readonly tokens: TokenIssuerService,
    private readonly revocation: TokenRevocationService,
    private readonly config: Config,
  ) {
    this.isEnabled = config.allowsPassword;
  }

  /** The key has proven its secret: the token endpoint permits this grant to no public key. */
  async issue(client: Client, form: TokenForm, address: string): Promise<IssuedTokens> {
    const username = requireParameter(form, 'username');
    const password = toPasswordBytes(requireParameter(form, 'password'));
    if (!password) throw new MalformedTokenRequestError(`The password is longer than ${PASSWORD_BYTES_MAX} bytes.`);
    const customerId = parseCustomerId(form.customer_id);
    const requestedScope = parseScope(form.scope);

    const user = await this.signIns.signIn({ username, password }, { address, authenticatedClientId: client.clientId });
    if (!user) throw new InvalidPasswordGrantError();
    if (user.passwordMustChange)
      throw new InvalidGrantError(
        `The password must be changed first: sign in at ${this.config.baseUrl}/login in a browser, or let the operator set one with kontor user password.`,
      );
    const customer = customerId === null || customerId === user.id ? user : await this.findCustomer(user, customerId);
    const identity = { userId: customer.id, actingUserId: user.id };
    const scope = computeGrantedScope(requestedScope, client, {
      ...identity,
      role: customer.role,
      isInteractive: false,
    });
    const issued = await this.tokens.issue({
      clientId: client.clientId,
      ...identity,
      grantType: this.type,
      scope,
      isRefreshable: true,
    });
    if (await this.users.holdPassword(user)) return issued;
    // The password was changed since it was verified. The change has ended all tokens that it found.
    await this.revocation.revoke(issued.refreshToken ?? issued.accessToken, client.clientId);
    throw new InvalidPasswordGrantError();
  }

  private async findCustomer(administrator: User, customerId: number): Promise<User> {
    if (administrator.role !== 'Admin') throw new InvalidPasswordGrantError();
    const customer = await this.users.find(customerId);
    if (customer?.role !== 'Customer')
      throw new InvalidGrantError(
        `The password is correct, but customer_id ${customerId} is not a customer. GET /users lists the customers.`,
      );
    if (!customer.enabled)
      throw new InvalidGrantError(
        `The password is correct, but the account of customer_id ${customerId} is disabled. Enable it first.`,
      );
    return customer;
  }
}

/**
 * Unknown user, wrong password, disabled user, a customer with customer_id: the same text, so that they cannot be
 * distinguished. Only an administrator with the right password reads what is wrong with a customer_id: administrators
 * may list all customers anyway.
 */
class InvalidPasswordGrantError extends InvalidGrantError {
  constructor() {
    super('The username or the password is wrong, or the user may not act for this customer.');
  }
}

function parseCustomerId(text: string | undefined): number | null {
  if (text === undefined) return null;
  const id = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id))
    throw new MalformedTokenRequestError('The parameter customer_id must be a whole number.');
  return id;
}
