import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../telemetry/metrics.js';
import { inSeconds, isActiveFamily, now, TokenFamily } from '../../tokens/token-family.entity.js';
import { createToken, hashToken } from '../../tokens/token.js';
import { AuthorizationCode } from './authorization-code.entity.js';

/** The data of a code besides its family. */
export type CodeDetails = Pick<AuthorizationCode, 'familyId' | 'redirectUri' | 'codeChallenge' | 'nonce' | 'authTime'>;

export type RedeemedCode = Omit<CodeDetails, 'familyId' | 'authTime'> &
  Readonly<{ familyId: number; userId: number; actingUserId: number; scope: string; authTime: number }>;

/** RFC 6749 §4.1.2 allows ten minutes; a browser needs seconds. */
const CODE_SECONDS = 60;

/** Authorization codes: each is valid for one exchange. */
@Injectable()
export class AuthorizationCodesService {
  constructor(
    private readonly em: EntityManager,
    private readonly metrics: Metrics,
  ) {}

  async issue({ familyId, redirectUri, codeChallenge, nonce, authTime }: CodeDetails): Promise<string> {
    const code = createToken('code');
    await this.em.insert(AuthorizationCode, {
      digest: hashToken(code),
      familyId,
      redirectUri,
      codeChallenge,
      nonce,
      authTime,
      createdAt: now(),
      expiresAt: inSeconds(CODE_SECONDS),
    });
    return code;
  }

  /** Returns null for an unknown, expired or used code, and for another client's, whose code stays untouched. */
  async redeem(code: string, clientId: string): Promise<RedeemedCode | null> {
    const found = await this.em.findOne(AuthorizationCode, { digest: hashToken(code) }, { disableIdentityMap: true });
    if (!found) return null;
    const { digest, familyId, redirectUri, codeChallenge, nonce, authTime } = found;
    const family = await this.em.findOne(
      TokenFamily,
      { $and: [isActiveFamily(), { id: familyId, clientId }] },
      { disableIdentityMap: true },
    );
    if (!family || !(await this.use(digest))) {
      await this.revokeFamilyOfUsedCode(digest, { id: familyId, clientId });
      return null;
    }
    const { userId, actingUserId, scope } = family;
    return { familyId, userId, actingUserId, scope, redirectUri, codeChallenge, nonce, authTime: authTime.getTime() };
  }

  /** Of simultaneous requests, one finds the code unused. */
  private async use(digest: string): Promise<boolean> {
    const unused = { digest, usedAt: null, expiresAt: { $gt: now() } };
    return (await this.em.nativeUpdate(AuthorizationCode, unused, { usedAt: now() })) > 0;
  }

  /** A used code that is presented again was stolen, and its tokens may be, too (RFC 6749 §4.1.2, RFC 9700 §2.1.1). */
  private async revokeFamilyOfUsedCode(
    digest: string,
    family: Readonly<{ id: number; clientId: string }>,
  ): Promise<void> {
    if ((await this.em.count(AuthorizationCode, { digest, usedAt: { $ne: null } })) === 0) return;
    const revoked = await this.em.nativeUpdate(TokenFamily, { ...family, revokedAt: null }, { revokedAt: now() });
    if (revoked > 0) this.metrics.identity.recordReuse('authorization_code');
  }
}
