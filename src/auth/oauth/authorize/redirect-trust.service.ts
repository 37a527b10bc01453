import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Client } from '../../../clients/client.entity.js';
import type { SignInSession } from '../../sessions/sessions.service.js';
import { now, TokenFamily } from '../../tokens/token-family.entity.js';
import { Consent } from './consent.entity.js';

/**
 * Whether a browser may be redirected to an API key's registered URI without a question. Every user may register a key,
 * so redirecting before any consent would lend this service's address to a foreign page.
 */
@Injectable()
export class RedirectTrustService {
  constructor(private readonly em: EntityManager) {}

  /**
   * Trusted for all users if an administrator has marked the key. While acting for a customer, the customer's consents
   * count, not the administrator's.
   */
  async isTrusted(client: Client, session: SignInSession | null): Promise<boolean> {
    if (client.firstParty) return true;
    if (!session) return false;
    const { actingUserId: userId } = session;
    return userId === client.ownerId || (await this.em.count(Consent, { userId, clientId: client.clientId })) > 0;
  }

  /**
   * The same, or the key got tokens in this session that are not revoked: an acting administrator agrees request by
   * request.
   */
  async isTrustedInSession(client: Client, session: SignInSession | null): Promise<boolean> {
    if (await this.isTrusted(client, session)) return true;
    if (session === null) return false;
    const { sessionId } = session;
    const unrevoked = { sessionId, clientId: client.clientId, revokedAt: null, expiresAt: { $gt: now() } };
    return (await this.em.count(TokenFamily, unrevoked)) > 0;
  }
}
