import { Injectable } from '@nestjs/common';
import type { Client } from '../../../clients/client.entity.js';
import type { GrantHandler } from '../grant-handler.js';
import { IdTokensService } from '../keys/id-tokens.service.js';
import { type ErrorSubject, InvalidGrantError } from '../oauth-errors.js';
import { isToken } from '../../tokens/token.js';
import { requireParameter, type TokenForm } from '../token-form.js';
import { type IssuedTokens, TokenIssuerService } from '../../tokens/token-issuer.service.js';
import { AuthorizationCodesService, type RedeemedCode } from './authorization-codes.service.js';
import { verifyCodeChallenge } from './code-challenge.js';

/** Exchanges a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.6). */
@Injectable()
export class AuthorizationCodeGrantService implements GrantHandler {
  readonly type = 'authorization_code';

  constructor(
    private readonly codes: AuthorizationCodesService,
    private readonly tokens: TokenIssuerService,
    private readonly idTokens: IdTokensService,
  ) {}

  async issue({ clientId, grantTypes, idTokenProfile }: Client, form: TokenForm): Promise<IssuedTokens> {
    const code = requireParameter(form, 'code');
    const redeemedCode = isToken('code', code) ? await this.codes.redeem(code, clientId) : null;
    if (
      !redeemedCode ||
      !isSameRedirectUri(redeemedCode, form) ||
      !verifyCodeChallenge(redeemedCode.codeChallenge, form.code_verifier)
    )
      throw new InvalidCodeError(redeemedCode);

    const { userId, actingUserId, familyId, scope, authTime, nonce } = redeemedCode;
    const isRefreshable = grantTypes.includes('refresh_token');
    const issued = await this.tokens.issue({
      clientId,
      userId,
      actingUserId,
      grantType: this.type,
      scope,
      isRefreshable,
      familyId,
    });
    const idToken = await this.idTokens.issue({
      userId,
      actingUserId,
      clientId,
      authTime,
      nonce,
      accessToken: issued.accessToken,
      ...(idTokenProfile && { scope }),
    });
    return { ...issued, idToken };
  }
}

/**
 * The interface requires `code` only, RFC 6749 §4.1.3 also `redirect_uri`. If sent, it is compared as text; if not, the
 * client has proven itself by its secret or by the PKCE verifier, without which a public key gets no code.
 */
function isSameRedirectUri({ redirectUri }: RedeemedCode, { redirect_uri: requestedUri }: TokenForm): boolean {
  return requestedUri === undefined || requestedUri === redirectUri;
}

/** Unknown, expired, used, of another client or redirect URI, without its verifier: the same text. */
class InvalidCodeError extends InvalidGrantError {
  override readonly subject: ErrorSubject | null;

  constructor(redeemedCode: RedeemedCode | null) {
    super(
      'The code is unknown, expired or used, or it was not issued for this API key, this redirect_uri and this code_verifier.',
    );
    this.subject = redeemedCode && { userId: redeemedCode.userId, actingUserId: redeemedCode.actingUserId };
  }
}
