import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../telemetry/metrics.js';
import { createToken, hashToken } from '../../tokens/token.js';
import type { AuthorizationCode } from './authorization-code.entity.js';

/** The data of a code besides its family. */
export type CodeDetails = Pick<AuthorizationCode, 'familyId' | 'redirectUri' | 'codeChallenge' | 'nonce' | 'authTime'>;

export type RedeemedCode = Omit<CodeDetails, 'familyId' | 'authTime'> &
  Readonly<{ familyId: number; userId: number; actingUserId: number; scope: string; authTime: number }>;

type Row = Omit<RedeemedCode, 'familyId' | 'authTime'> & Readonly<{ familyId: string; authTime: string }>;

/** RFC 6749 §4.1.2 allows ten minutes; a browser needs seconds. */
const CODE_SECONDS = 60;

const ISSUE = `
  insert into authorization_codes (digest, family_id, redirect_uri, code_challenge, nonce, auth_time, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, now(), now() + make_interval(secs => ?))`;

/**
 * Redeems a code: of simultaneous requests, one finds `used_at` null. The end of the family (session end, earlier
 * reuse) ends the code. A code of another client is not touched.
 */
const REDEEM = `
  update authorization_codes c set used_at = now() from token_families f, users u, users a
  where c.digest = ? and c.family_id = f.id and u.id = f.user_id and a.id = f.acting_user_id and f.client_id = ?
    and c.used_at is null and c.expires_at > now() and f.revoked_at is null and u.enabled and a.enabled and (a.id = u.id or a.role = 'Admin')
  returning f.id "familyId", f.user_id "userId", f.acting_user_id "actingUserId", f.scope, c.redirect_uri "redirectUri", c.code_challenge "codeChallenge", c.nonce,
    floor(extract(epoch from c.auth_time) * 1000) "authTime"`;

/** A used code that is presented again was stolen, and its tokens may be, too (RFC 6749 §4.1.2, RFC 9700 §2.1.1). */
const REVOKE_FAMILY_OF_USED_CODE = `
  update token_families f set revoked_at = now() from authorization_codes c
  where c.digest = ? and c.family_id = f.id and f.client_id = ? and c.used_at is not null and f.revoked_at is null`;

/** Authorization codes: each is valid for one exchange. */
@Injectable()
export class AuthorizationCodesService {
  constructor(
    private readonly em: EntityManager,
    private readonly metrics: Metrics,
  ) {}

  async issue({ familyId, redirectUri, codeChallenge, nonce, authTime }: CodeDetails): Promise<string> {
    const code = createToken('code');
    await this.em.execute(ISSUE, [
      hashToken(code),
      familyId,
      redirectUri,
      codeChallenge,
      nonce,
      authTime,
      CODE_SECONDS,
    ]);
    return code;
  }

  /** Returns null for an unknown, expired or used code, and for another client's. Marks the code as used. */
  async redeem(code: string, clientId: string): Promise<RedeemedCode | null> {
    const values = [hashToken(code), clientId];
    const [row] = await this.em.execute<Row[]>(REDEEM, values);
    if (row) return { ...row, familyId: Number(row.familyId), authTime: Number(row.authTime) };
    const { affectedRows } = await this.em.execute<{ affectedRows: number }>(REVOKE_FAMILY_OF_USED_CODE, values, 'run');
    if (affectedRows > 0) this.metrics.identity.recordReuse('authorization_code');
    return null;
  }
}
