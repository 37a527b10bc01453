import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import type { SignInSession } from '../sessions/sessions.service.js';
import { Consent } from './consent.entity.js';

const HAS_TOKENS = `select 1 from token_families where session_id = ? and client_id = ? and revoked_at is null and expires_at > now() limit 1`;

/**
 * Whether a browser may be redirected to the registered addresses of an API key without a question. Every user may register a key,
 * so a redirect to such an address before anybody agreed to it would lend the address of this service to a foreign page.
 */
@Injectable()
export class RedirectTrustService {
  constructor(private readonly em: EntityManager) {}

  /** For everybody where an administrator has marked the key: its addresses are not self-registered. Who is signed in counts, also while they act for a customer: the customer's consents are about the customer's own browser. */
  async isTrusted(client: Client, session: SignInSession | null): Promise<boolean> {
    if (client.firstParty) return true;
    if (!session) return false;
    const { actingUserId: userId } = session;
    return userId === client.ownerId || (await this.em.count(Consent, { userId, clientId: client.clientId })) > 0;
  }

  /** The same, or the key got tokens in this very session that are not revoked: an administrator who acts agrees request by request. */
  async isTrustedInSession(client: Client, session: SignInSession | null): Promise<boolean> {
    if (await this.isTrusted(client, session)) return true;
    return (
      session !== null &&
      (await this.em.execute<unknown[]>(HAS_TOKENS, [session.sessionId, client.clientId])).length > 0
    );
  }
}
