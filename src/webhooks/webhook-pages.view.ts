import type { Client } from '../clients/client.entity.js';
import type { ShownWebhook } from './webhook-terms.service.js';

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
