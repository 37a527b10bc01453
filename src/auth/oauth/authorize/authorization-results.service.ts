import { Injectable } from '@nestjs/common';
import type { Client } from '../../../clients/client.entity.js';
import { Config } from '../../../config/config.js';
import { IdTokensService } from '../keys/id-tokens.service.js';
import type { SignInSession } from '../../sessions/sessions.service.js';
import { type TokenGrant, type IssuedTokens, TokenIssuerService } from '../../tokens/token-issuer.service.js';
import type { ResponseFields } from './authorization-response.js';
import { AuthorizationCodesService } from './authorization-codes.service.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** The user, the client and the session of the result. */
type ConsentedRequest = Readonly<{ client: Client; session: SignInSession; redirectUri: string }>;

/** The refresh token of an implicit client; sent in a cookie, never in a URL (interface §4.1, RFC 6749 §4.2.2). */
export type RefreshCookie = Readonly<{ clientId: string; token: string; maxAgeSeconds: number; isCrossSite: boolean }>;

/** Issues the requested result: a code, an access token, an id token, or two of them. */
@Injectable()
export class AuthorizationResultsService {
  constructor(
    private readonly tokens: TokenIssuerService,
    private readonly codes: AuthorizationCodesService,
    private readonly idTokens: IdTokensService,
    private readonly config: Config,
  ) {}

  async issueResult(
    request: AuthorizationRequest,
    consented: ConsentedRequest,
  ): Promise<Readonly<{ fields: ResponseFields; refresh: RefreshCookie | null }>> {
    const { type } = request;
    const grant = toTokenGrant(request, consented);
    const code = type.code ? await this.issueCode(grant, request, consented) : undefined;
    const issued = type.token ? await this.tokens.issue(grant) : undefined;
    const idToken = type.idToken
      ? await this.issueIdToken(request, consented, { code, accessToken: issued?.accessToken })
      : undefined;
    return {
      fields: { ...(issued && toTokenFields(issued)), code, id_token: idToken },
      refresh: this.toRefreshCookie(issued, consented),
    };
  }

  private async issueCode(
    grant: TokenGrant,
    { codeChallenge, nonce }: AuthorizationRequest,
    { session, redirectUri }: ConsentedRequest,
  ): Promise<string> {
    const familyId = await this.tokens.openFamily(grant);
    return this.codes.issue({ familyId, redirectUri, codeChallenge, nonce, authTime: new Date(session.authTime) });
  }

  /**
   * User claims are in the id token when no access token comes with it (OpenID Connect Core §5.4), or when the key is
   * set up so.
   */
  private issueIdToken(
    { nonce, scope }: AuthorizationRequest,
    { client, session }: ConsentedRequest,
    { code, accessToken }: Record<'code' | 'accessToken', string | undefined>,
  ): Promise<string> {
    return this.idTokens.issue({
      userId: session.userId,
      actingUserId: session.actingUserId,
      clientId: client.clientId,
      authTime: session.authTime,
      nonce,
      ...(code !== undefined && { code }),
      ...(accessToken !== undefined && { accessToken }),
      ...((client.idTokenProfile || (code === undefined && accessToken === undefined)) && { scope }),
    });
  }

  private toRefreshCookie(
    issued: IssuedTokens | undefined,
    { client, session, redirectUri }: ConsentedRequest,
  ): RefreshCookie | null {
    const token = issued?.refreshToken ?? null;
    if (token === null) return null;
    const lifetimes = this.config.lifetimes[session.userId === session.actingUserId ? 'own' : 'onBehalf'];
    const isCrossSite = new URL(redirectUri).hostname !== new URL(this.config.baseUrl).hostname;
    return { clientId: client.clientId, token, maxAgeSeconds: lifetimes.refreshSeconds, isCrossSite };
  }
}

function toTokenGrant({ type, scope }: AuthorizationRequest, { client, session }: ConsentedRequest): TokenGrant {
  const { clientId, grantTypes } = client;
  const { userId, actingUserId, sessionId } = session;
  const grantType = type.code ? 'authorization_code' : 'implicit';
  return {
    clientId,
    userId,
    actingUserId,
    grantType,
    scope,
    isRefreshable: grantTypes.includes('refresh_token'),
    sessionId,
  };
}

/** RFC 6749 §4.2.2; without a refresh token. */
function toTokenFields({ accessToken, expiresInSeconds, scope }: IssuedTokens): ResponseFields {
  return { access_token: accessToken, token_type: 'bearer', expires_in: expiresInSeconds, scope };
}
