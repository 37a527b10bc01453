import { Injectable } from '@nestjs/common';
import { compactVerify, importJWK, SignJWT } from 'jose';
import { AuditService } from '../../audit/audit.service.js';
import { Config } from '../../config/config.js';
import { UsersService } from '../../users/users.service.js';
import { scopedClaims, subjectOf } from '../user-claims.js';
import { halfHash } from './half-hash.js';
import { ID_TOKEN_MS } from './key-schedule.js';
import { SigningKeysService } from './signing-keys.service.js';

/** What an id token is to say: who signed in, when, for which client; and what came with it. Times are in milliseconds. */
export type SignInTold = Readonly<{
  userId: number;
  clientId: string;
  authTime: number;
  nonce: string | null;
  accessToken?: string;
  code?: string;
  /** Of the names here, the claims are told; else they wait at /oauth/userinfo (OpenID Connect Core §5.4). */
  scope?: string;
}>;

/** Whom an id token that comes back was issued to, and about. */
export type Hint = Readonly<{ userId: number; clientId: string }>;

/** Issues id tokens (OpenID Connect Core §2), and recognises them again. */
@Injectable()
export class IdTokensService {
  constructor(
    private readonly keys: SigningKeysService,
    private readonly users: UsersService,
    private readonly config: Config,
    private readonly audit: AuditService,
  ) {}

  /** One that comes alone is a grant of its own, and written down; else what it comes with is. */
  async issue(told: SignInTold): Promise<string> {
    const { userId, clientId } = told;
    if (told.accessToken === undefined && told.code === undefined) await this.audit.note({ action: 'token.implicit', userId, clientId, detail: 'id_token' });
    const { kid, algorithm, privateKey } = await this.keys.signer();
    const now = Math.floor(Date.now() / 1000);
    const user = told.scope === undefined ? null : await this.users.find(told.userId);
    return new SignJWT({
      ...(user && scopedClaims(user, told.scope?.split(' ') ?? [])),
      iss: this.config.baseUrl,
      sub: subjectOf(told.userId),
      aud: told.clientId,
      iat: now,
      exp: now + ID_TOKEN_MS / 1000,
      auth_time: Math.floor(told.authTime / 1000),
      ...(told.nonce !== null && { nonce: told.nonce }),
      ...(told.accessToken !== undefined && { at_hash: halfHash(told.accessToken) }),
      ...(told.code !== undefined && { c_hash: halfHash(told.code) }),
    })
      .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
      .sign(privateKey);
  }

  /** An id token of ours is a hint for ever, also when it has expired; whatever else it is, it is none. */
  async recall(hint: string): Promise<Hint | null> {
    try {
      const { payload } = await compactVerify(hint, async ({ kid, alg }) => {
        const jwk = await this.keys.find(kid);
        if (jwk?.alg !== alg) throw new TypeError('not a key of ours');
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
