import type { WebhookEventType } from './webhook-events.js';
import type { ShownWebhook } from './webhook-terms.service.js';
import type { Client } from '../clients/client.entity.js';

/** The keys that a new webhook can belong to. */
export type RegistrationView = Readonly<{ keys: readonly Readonly<{ client_id: string; name: string }>[] }>;

/** The page that shows a secret once. */
export type NewWebhookSecretView = Readonly<{ id: number; url: string; secret: string }>;

export function toRegistrationView(keys: readonly Client[]): RegistrationView {
  return { keys: keys.map(({ clientId, name }) => ({ client_id: clientId, name })) };
}

export function toNewWebhookSecretView({ webhook, secret }: ShownWebhook): NewWebhookSecretView {
  return { id: webhook.id, url: webhook.url, secret };
}

/**
 * A URL that receives events.
 * @example { "id": 3, "client_id": "Yt3bYbMr0cWd8xPnK1zQ", "url": "https://app.example.test/events", "description": "Books", "event_types": ["fill"], "acct_ids": null, "enabled": true, "disabled_reason": null, "failing_since": null, "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazXTRQRZ3bM=", "previous_secret_expires_at": null, "registered_by": null, "created_at": "2026-01-30T15:04:05.000Z", "updated_at": "2026-01-30T15:04:05.000Z" }
 */
export type WebhookView = ReturnType<typeof toWebhookView>;

/** CSV columns, without the secret, because tables are passed on. */
export const WEBHOOK_COLUMNS = [
  'id',
  'client_id',
  'url',
  'description',
  'event_types',
  'acct_ids',
  'enabled',
  'disabled_reason',
  'failing_since',
  'previous_secret_expires_at',
  'registered_by',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WebhookView)[];

export function toWebhookView({ webhook, secret }: ShownWebhook) {
  const { previousSecretExpiresAt: overlapEnds, failingSince } = webhook;
  return {
    id: webhook.id,
    /** The API key that it belongs to. */
    client_id: webhook.clientId,
    url: webhook.url,
    description: webhook.description,
    /** Null is all. */
    event_types: webhook.eventTypes as readonly WebhookEventType[] | null,
    /** Null means every account that its owner may view. */
    acct_ids: webhook.acctIds as readonly number[] | null,
    enabled: webhook.enabled,
    /** Why the service disabled it; null if it did not. */
    disabled_reason: webhook.disabledReason,
    /**
     * The time since which no message was delivered; null if the last one was.
     * @format date-time
     */
    failing_since: failingSince?.toISOString() ?? null,
    /**
     * The signing secret. Empty when secrets are shown once only, and for an acting administrator who did not register
     * it.
     */
    secret,
    /**
     * The time until which messages are also signed with the previous secret.
     * @format date-time
     */
    previous_secret_expires_at:
      overlapEnds !== null && overlapEnds.getTime() > Date.now() ? overlapEnds.toISOString() : null,
    /** The administrator who registered it on the owner's behalf; null if the owner did. */
    registered_by: webhook.registeredBy,
    /** @format date-time */
    created_at: webhook.createdAt.toISOString(),
    /** @format date-time */
    updated_at: webhook.updatedAt.toISOString(),
  };
}
