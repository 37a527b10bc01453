import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor, Role } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { isFirstPartySql } from '../clients/client.entity.js';
import { ALERT_QUEUE, TEST_QUEUE, type WebhookEventType } from './webhook-events.js';
import { Webhook } from './webhook.entity.js';

/** An active webhook with its terms and its rights. */
export type ServedWebhook = Readonly<{
  id: number;
  url: string;
  enabled: boolean;
  eventTypes: readonly WebhookEventType[] | null;
  acctIds: readonly number[] | null;
  place: string;
  sealedSecret: string;
  previousSealedSecret: string | null;
  previousSecretExpiresAt: Date | null;
  actor: Actor;
  /** Why it may not be served; null if it may. */
  refusal: string | null;
}>;

type AuthorizationRow = Omit<ServedWebhook, 'id' | 'actor' | 'refusal' | 'acctIds' | 'previousSecretExpiresAt'> &
  Readonly<{
    id: string;
    userId: number;
    clientId: string;
    registeredBy: number | null;
    role: Role;
    userMay: boolean;
    keyMay: boolean;
    keyOwnerMay: boolean;
    registrarMay: boolean;
    isGranted: boolean;
    acctIds: readonly string[] | null;
    previousSecretExpiresAt: string | null;
  }>;

/**
 * Its rights: with a key that is not first-party for its user, it sees what a customer sees, because `admin` is granted
 * for one request only.
 */
const ROLE = `case when ${isFirstPartySql('w.user_id', 'w.registered_by')} then u.role else 'Customer' end`;

/**
 * Another user's key is served while its application has access to the user: by consent or by tokens. Access that an
 * administrator allowed for a customer ends with those tokens, unless the key is first-party.
 */
const GRANTED = `
  c.owner_id = w.user_id or (w.registered_by is not null and ${isFirstPartySql('w.user_id', 'w.registered_by')})
  or exists (select from consents k where k.user_id = w.user_id and k.client_id = w.client_id)
  or exists (select from token_families f where f.user_id = w.user_id and f.acting_user_id = coalesce(w.registered_by, w.user_id) and f.client_id = w.client_id and f.revoked_at is null and f.expires_at > now())`;

const STANDINGS = `
  select w.id, w.url, w.enabled, w.event_types "eventTypes", w.acct_ids "acctIds", w.place, w.sealed_secret "sealedSecret",
    w.previous_sealed_secret "previousSealedSecret", w.previous_secret_expires_at "previousSecretExpiresAt",
    w.user_id "userId", w.client_id "clientId", w.registered_by "registeredBy", ${ROLE} "role", u.enabled "userMay", c.enabled "keyMay", o.enabled "keyOwnerMay",
    coalesce(r.enabled and r.role = 'Admin', w.registered_by is null) "registrarMay", (${GRANTED}) "isGranted"
  from webhooks w join users u on u.id = w.user_id join clients c on c.client_id = w.client_id join users o on o.id = c.owner_id left join users r on r.id = w.registered_by`;

/**
 * Decides whether a webhook may be served. Its rights are checked each time, because a webhook must not outlive the
 * access of the user who registered it.
 */
@Injectable()
export class WebhookAuthorizationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
  ) {}

  async find(webhookId: number): Promise<ServedWebhook | null> {
    const [row] = await this.em.fork().execute<AuthorizationRow[]>(`${STANDINGS} where w.id = ?`, [webhookId]);
    return row === undefined ? null : toServedWebhook(row);
  }

  async findAllEnabled(): Promise<readonly ServedWebhook[]> {
    return (await this.em.fork().execute<AuthorizationRow[]>(`${STANDINGS} where w.enabled order by w.id`)).map(
      toServedWebhook,
    );
  }

  /** Disables it with a reason for its owner, unless it has another URL by now; waiting deliveries are kept for when it is enabled again. */
  async end({ id, url, actor: { userId, clientId } }: ServedWebhook, reason: string): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      const ended = await em.nativeUpdate(
        Webhook,
        { id, url, enabled: true },
        { enabled: false, disabledReason: reason, updatedAt: new Date() },
      );
      if (ended > 0)
        await this.audit.record({
          action: 'webhook.disabled',
          userId,
          actingUserId: null,
          clientId,
          subject: ['webhook', id],
          reason,
        });
    });
  }
}

/** Whether it still subscribes to the event: the subscription may have changed since. A test is always sent; an alert has no account. */
export function isWanted(
  { eventTypes, acctIds }: Readonly<{ eventTypes: readonly string[] | null; acctIds: readonly number[] | null }>,
  { acctId, type }: Readonly<{ acctId: number; type: string }>,
): boolean {
  if (acctId === TEST_QUEUE) return true;
  const hasAccount = acctId === ALERT_QUEUE || (acctIds?.includes(acctId) ?? true);
  return hasAccount && (eventTypes?.includes(type) ?? true);
}

function toServedWebhook(row: AuthorizationRow): ServedWebhook {
  const { userId, clientId, registeredBy, role, previousSecretExpiresAt: until } = row;
  return {
    id: Number(row.id),
    url: row.url,
    enabled: row.enabled,
    eventTypes: row.eventTypes,
    acctIds: row.acctIds?.map(Number) ?? null,
    place: row.place,
    sealedSecret: row.sealedSecret,
    previousSealedSecret: row.previousSealedSecret,
    previousSecretExpiresAt: until === null ? null : new Date(until),
    actor: { userId, actingUserId: registeredBy ?? userId, role, clientId, scope: [] },
    refusal: findRefusal(row),
  };
}

function findRefusal({ userMay, keyMay, keyOwnerMay, registrarMay, isGranted }: AuthorizationRow): string | null {
  if (!userMay) return 'The user to whom it belongs was disabled.';
  if (!keyMay) return 'The API key to which it belongs was disabled.';
  if (!keyOwnerMay) return 'The owner of the API key to which it belongs was disabled.';
  if (!registrarMay) return 'The administrator who registered it may not act for others any more.';
  return isGranted
    ? null
    : 'The application to which it belongs has no access any more: it was taken away, or it has run out.';
}
