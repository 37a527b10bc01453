import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Client } from '../../clients/client.entity.js';
import { Consent } from './consent.entity.js';
import { toRememberedTerms } from './consent-terms.js';

/** What a user must have agreed to, and to nothing longer ago than `since` when they are to be asked again. */
type ConsentRequirement = Readonly<{ terms: string; since: number | null }>;

/** Whose consent it is, and who gives it: an administrator who acts for a customer is another. */
type ConsentSubject = Readonly<{ userId: number; actingUserId: number }>;

const AGREE = `
  insert into consents (user_id, client_id, scope, granted_at) values (?, ?, ?, ?)
  on conflict (user_id, client_id) do update set granted_at = excluded.granted_at,
    scope = (select string_agg(distinct name, ' ') from unnest(string_to_array(consents.scope || ' ' || excluded.scope, ' ')) name)`;

/** What users have agreed to. Nobody is asked about an API key of their own. */
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

  /** What was agreed to before stays agreed to. The administration is agreed to for one request, and never remembered. */
  async grant(userId: number, clientId: string, terms: string): Promise<void> {
    await this.em.transactional(async (em) => {
      await em.execute(AGREE, [userId, clientId, toRememberedTerms(terms), new Date()]);
      await this.audit.record({ action: 'consent.given', userId, clientId, detail: terms });
    });
  }

  /** An administrator agrees to this one request of an application, and to nothing that the customer would not be asked about again. */
  async auditOneTimeGrant({ userId, actingUserId }: ConsentSubject, clientId: string, terms: string): Promise<void> {
    await this.audit.record({ action: 'consent.given', userId, actingUserId, clientId, detail: `once: ${terms}` });
  }

  /** What was agreed to before stays agreed to here, too: the user refused this request, and took nothing back. */
  async auditDenial({ userId, actingUserId }: ConsentSubject, clientId: string, terms: string): Promise<void> {
    await this.audit.record({
      action: 'consent.given',
      outcome: 'denied',
      userId,
      actingUserId,
      clientId,
      detail: terms,
    });
  }
}
