import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { Config } from '../../config/config.js';
import { IdTokensService } from '../keys/id-tokens.service.js';
import type { SignedIn } from '../sessions/sessions.service.js';
import { type TokenGrant, type IssuedTokens, TokensService } from '../tokens.service.js';
import type { Fields } from './answer.js';
import { AuthorizationCodesService } from './authorization-codes.service.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** Who agreed, to which application, and where the browser is. */
type Agreed = Readonly<{ client: Client; session: SignedIn; redirectUri: string }>;

/** The refresh token of an implicit client; it travels in a cookie and never in an address (interface §4.1, RFC 6749 §4.2.2). */
export type RefreshCookie = Readonly<{ clientId: string; token: string; maxAgeSeconds: number; isCrossSite: boolean }>;

/** Makes what was asked for: a code, an access token, an id token, or two of them. */
@Injectable()
export class AuthorizationResultsService {
  constructor(
    private readonly tokens: TokensService,
    private readonly codes: AuthorizationCodesService,
    private readonly idTokens: IdTokensService,
    private readonly config: Config,
  ) {}

  async issueResult(
    request: AuthorizationRequest,
    agreed: Agreed,
  ): Promise<Readonly<{ fields: Fields; refresh: RefreshCookie | null }>> {
    const { type } = request;
    const granted = grantedBy(request, agreed);
    const code = type.code ? await this.codeFor(granted, request, agreed) : undefined;
    const issued = type.token ? await this.tokens.issue(granted) : undefined;
    const idToken = type.idToken
      ? await this.idTokenFor(request, agreed, { code, accessToken: issued?.accessToken })
      : undefined;
    return {
      fields: { ...(issued && tokenFields(issued)), code, id_token: idToken },
      refresh: this.refreshCookie(issued, agreed),
    };
  }

  private async codeFor(
    granted: TokenGrant,
    { codeChallenge, nonce }: AuthorizationRequest,
    { session, redirectUri }: Agreed,
  ): Promise<string> {
    const familyId = await this.tokens.open(granted);
    return this.codes.issue({ familyId, redirectUri, codeChallenge, nonce, authTime: new Date(session.authTime) });
  }

  /** The user's claims stand in an id token when nothing comes with it that could ask for them (OpenID Connect Core §5.4), or when the key is set up so. */
  private idTokenFor(
    { nonce, scope }: AuthorizationRequest,
    { client, session }: Agreed,
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

  private refreshCookie(
    issued: IssuedTokens | undefined,
    { client, session, redirectUri }: Agreed,
  ): RefreshCookie | null {
    const token = issued?.refreshToken ?? null;
    if (token === null) return null;
    const lifetimes = this.config.lifetimes[session.userId === session.actingUserId ? 'own' : 'onBehalf'];
    const isCrossSite = new URL(redirectUri).hostname !== new URL(this.config.baseUrl).hostname;
    return { clientId: client.clientId, token, maxAgeSeconds: lifetimes.refreshSeconds, isCrossSite };
  }
}

function grantedBy({ type, scope }: AuthorizationRequest, { client, session }: Agreed): TokenGrant {
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

/** RFC 6749 §4.2.2; no refresh token among them. */
function tokenFields({ accessToken, expiresInSeconds, scope }: IssuedTokens): Fields {
  return { access_token: accessToken, token_type: 'bearer', expires_in: expiresInSeconds, scope };
}
