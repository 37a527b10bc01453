import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../audit/audit.service.js';
import type { Client } from '../../../clients/client.entity.js';
import type { SignInSession } from '../../sessions/sessions.service.js';
import { now, TokenFamily } from '../../tokens/token-family.entity.js';
import { Consent } from './consent.entity.js';
import { toRememberedTerms } from './consent-terms.js';

/** The required consent, and the oldest time it may be from when the user must be asked again. */
type ConsentRequirement = Readonly<{ terms: string; since: number | null }>;

/** The user of the consent, and the user who gives it: an acting administrator differs. */
type ConsentSubject = Readonly<{ userId: number; actingUserId: number }>;

/** The consents of users. No consent is needed for one's own API key. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
  ) {}

  async isGranted(
    userId: number,
    { clientId, ownerId }: Client,
    { terms, since }: ConsentRequirement,
  ): Promise<boolean> {
    if (userId === ownerId && since === null) return true;
    const consent = await this.em.findOne(Consent, { userId, clientId });
    if (!consent || (since !== null && consent.grantedAt.getTime() < since)) return false;
    const agreed = new Set(consent.scope.split(' '));
    return terms.split(' ').every((name) => agreed.has(name));
  }

  /** Earlier consents stay. The scope admin is granted for one request and never remembered. */
  async grant(userId: number, clientId: string, terms: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const key = { userId, clientId };
      const options = { onConflictAction: 'ignore', disableIdentityMap: true } as const;
      await em.upsert(Consent, { ...key, scope: '', grantedAt: new Date() }, options);
      const { scope } = await em.findOneOrFail(Consent, key, {
        lockMode: LockMode.PESSIMISTIC_WRITE,
        disableIdentityMap: true,
      });
      const names = [...scope.split(' '), ...toRememberedTerms(terms).split(' ')].filter((name) => name !== '');
      await em.nativeUpdate(Consent, key, { scope: [...new Set(names)].sort().join(' '), grantedAt: new Date() });
      await this.audit.record({ action: 'consent.given', userId, clientId, changes: { scope: terms } });
    });
  }

  /** An acting administrator's consent is for one request, and changes nothing for the customer. */
  async auditOneTimeGrant({ userId, actingUserId }: ConsentSubject, clientId: string, terms: string): Promise<void> {
    const changes = { once: true, scope: terms };
    await this.audit.record({ action: 'consent.given', userId, actingUserId, clientId, changes });
  }

  /** Earlier consents stay here, too: the user refused this request and withdrew nothing. */
  async auditDenial({ userId, actingUserId }: ConsentSubject, clientId: string, terms: string): Promise<void> {
    await this.audit.record({
      action: 'consent.given',
      outcome: 'denied',
      userId,
      actingUserId,
      clientId,
      changes: { scope: terms },
    });
  }

  /**
   * Whether a browser may be redirected to an API key's registered URI without a question. Every user may register a key, so redirecting before
   * any consent would lend this service's address to a foreign page. Trusted for all users if an administrator has marked the key. While acting
   * for a customer, the customer's consents count, not the administrator's.
   */
  async isRedirectTrusted(client: Client, session: SignInSession | null): Promise<boolean> {
    if (client.firstParty) return true;
    if (!session) return false;
    const { actingUserId: userId } = session;
    return userId === client.ownerId || (await this.em.count(Consent, { userId, clientId: client.clientId })) > 0;
  }

  /**
   * The same, or the key got tokens in this session that are not revoked: an acting administrator agrees request by
   * request.
   */
  async isRedirectTrustedInSession(client: Client, session: SignInSession | null): Promise<boolean> {
    if (await this.isRedirectTrusted(client, session)) return true;
    if (session === null) return false;
    const { sessionId } = session;
    const unrevoked = { sessionId, clientId: client.clientId, revokedAt: null, expiresAt: { $gt: now() } };
    return (await this.em.count(TokenFamily, unrevoked)) > 0;
  }
}
