import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { WebhookHttpClient, type DeliveryOutcome } from '../sending/webhook-http-client.js';
import { toMessageId, openSigningSecret, createSignatureHeaders } from '../sending/signature.js';
import type { ServedWebhook } from '../webhook-authorizations.service.js';
import type { WaitingDelivery } from './delivery-book.service.js';

const UNREADABLE = 'its secret cannot be read, because SECRET_KEY is another one now: replace the secret';

/** Signs a message and sends it once. */
@Injectable()
export class WebhookPostService {
  constructor(
    private readonly config: Config,
    @Inject(WebhookHttpClient) private readonly courier: WebhookHttpClient,
  ) {}

  get pauses(): readonly number[] {
    return this.config.webhookRetryDelays;
  }

  async send(
    webhook: ServedWebhook,
    { eventId, body }: WaitingDelivery,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const secrets = this.unsealSecrets(webhook);
    if (secrets.length === 0)
      return { status: null, error: UNREADABLE, answer: null, milliseconds: 0, retryAfter: null, isAborted: false };
    const headers = createSignatureHeaders(
      { id: toMessageId(eventId), seconds: Math.floor(Date.now() / 1000), body },
      secrets,
    );
    return this.courier.deliver({ url: webhook.url, headers, body, signal });
  }

  close(): void {
    this.courier.close();
  }

  /** The secret in force first, then the previous one during the overlap. */
  private unsealSecrets({
    id,
    sealedSecret,
    previousSealedSecret: previous,
    previousSecretExpiresAt: until,
  }: ServedWebhook): string[] {
    const sealed = [
      sealedSecret,
      ...(previous !== null && until !== null && until.getTime() > Date.now() ? [previous] : []),
    ];
    return sealed.map((one) => openSigningSecret(one, id, this.config.secretKey)).filter((secret) => secret !== null);
  }
}
