import { Injectable } from '@nestjs/common';
import { compactVerify, importJWK, SignJWT } from 'jose';
import { AuditService } from '../../../audit/audit.service.js';
import { Config } from '../../../config/config.js';
import { UsersService } from '../../../users/users.service.js';
import { toScopedClaims, toSubject } from '../user-claims.js';
import { ID_TOKEN_MS } from './key-schedule.js';
import { SigningKeysService } from './signing-keys.service.js';
import { createHash } from 'node:crypto';

/**
 * Binds an id token to the token or code beside it: the left half of its SHA-256 (OpenID Connect Core §3.1.3.6).
 * SHA-256 is the hash of both supported algorithms.
 */
function toHalfHash(text: string): string {
  return createHash('sha256').update(text, 'ascii').digest().subarray(0, 16).toString('base64url');
}

/** The content of an id token: user, client, times, and the token or code beside it. Times are in milliseconds. */
export type IdTokenSignIn = Readonly<{
  userId: number;
  actingUserId: number;
  clientId: string;
  authTime: number;
  nonce: string | null;
  accessToken?: string;
  code?: string;
  /**
   * Whether the claims of the scopes are in the token; otherwise they are at /oauth/userinfo (OpenID Connect Core
   * §5.4).
   */
  scope?: string;
}>;

/** The client and the user of an id token that is sent back as a hint. */
export type IdTokenHint = Readonly<{ userId: number; clientId: string }>;

/** Issues id tokens (OpenID Connect Core §2) and verifies them as hints. */
@Injectable()
export class IdTokensService {
  constructor(
    private readonly keys: SigningKeysService,
    private readonly users: UsersService,
    private readonly config: Config,
    private readonly audit: AuditService,
  ) {}

  /** An id token alone is a grant of its own and audited; otherwise the grant beside it is. */
  async issue(signIn: IdTokenSignIn): Promise<string> {
    const { userId, actingUserId, clientId, accessToken, code } = signIn;
    if (accessToken === undefined && code === undefined)
      await this.audit.record({
        action: 'token.implicit',
        userId,
        actingUserId,
        clientId,
        changes: { response: 'id_token' },
      });
    const { kid, algorithm, privateKey } = await this.keys.getSigner();
    const now = Math.floor(Date.now() / 1000);
    const user = signIn.scope === undefined ? null : await this.users.find(signIn.userId);
    return new SignJWT({
      ...(user && toScopedClaims(user, signIn.scope?.split(' ') ?? [])),
      iss: this.config.baseUrl,
      sub: toSubject(signIn.userId),
      aud: signIn.clientId,
      iat: now,
      exp: now + this.getLifetimeSeconds(signIn),
      auth_time: Math.floor(signIn.authTime / 1000),
      ...toOptionalClaims(signIn),
    })
      .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
      .sign(privateKey);
  }

  /**
   * An id token on behalf of a customer (RFC 8693 §4.1) lives no longer than the access token that an administrator
   * would get.
   */
  private getLifetimeSeconds({ userId, actingUserId }: IdTokenSignIn): number {
    const defaultSeconds = ID_TOKEN_MS / 1000;
    return userId === actingUserId
      ? defaultSeconds
      : Math.min(defaultSeconds, this.config.lifetimes.onBehalf.accessSeconds);
  }

  /** An expired id token of this service is a valid hint; any other token is none. */
  async verifyHint(hint: string): Promise<IdTokenHint | null> {
    try {
      const { payload } = await compactVerify(hint, async ({ kid, alg }) => {
        const jwk = await this.keys.find(kid);
        if (jwk?.alg !== alg) throw new TypeError('not a signing key of this service');
        return importJWK(jwk, alg);
      });
      const { iss, sub, aud } = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
      if (iss !== this.config.baseUrl || typeof sub !== 'string' || typeof aud !== 'string') return null;
      return { userId: Number(sub), clientId: aud };
    } catch {
      return null;
    }
  }
}

/** Optional claims: the acting administrator (RFC 8693 §4.1), the nonce, and the hashes of the token or code. */
function toOptionalClaims({ userId, actingUserId, nonce, accessToken, code }: IdTokenSignIn) {
  return {
    ...(actingUserId !== userId && { act: { sub: toSubject(actingUserId) } }),
    ...(nonce !== null && { nonce }),
    ...(accessToken !== undefined && { at_hash: toHalfHash(accessToken) }),
    ...(code !== undefined && { c_hash: toHalfHash(code) }),
  };
}
