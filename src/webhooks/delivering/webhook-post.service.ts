import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { BoundedMap } from '../../access/bounded-map.js';
import { Config } from '../../config/config.js';
import type { DeliveryOutcome } from '../sending/verdict.js';
import { WebhookHttpClient } from '../sending/webhook-http-client.js';
import { toMessageId, toSigningKey, openSigningSecret, createSignatureHeaders } from '../sending/signature.js';
import type { ServedWebhook } from '../webhook-authorizations.service.js';
import type { WaitingDelivery } from './delivery-book.service.js';

const UNREADABLE = 'its secret cannot be read, because SECRET_KEY is another one now: replace the secret';

const KEYS_MAX = 1_000;

/** Signs a message and sends it once. */
@Injectable()
export class WebhookPostService {
  /** The keys of webhooks by webhook and sealed secret, which another secret replaces. Null cannot be read. */
  private readonly keys = new BoundedMap<string, KeyObject | null>(KEYS_MAX);

  constructor(
    private readonly config: Config,
    @Inject(WebhookHttpClient) private readonly client: WebhookHttpClient,
  ) {}

  get pauses(): readonly number[] {
    return this.config.webhookRetryDelays;
  }

  async send(
    webhook: ServedWebhook,
    { eventId, body }: WaitingDelivery,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const keys = this.findKeys(webhook);
    if (keys.length === 0)
      return { status: null, error: UNREADABLE, answer: null, milliseconds: 0, retryAfter: null, isAborted: false };
    const headers = createSignatureHeaders(
      { id: toMessageId(eventId), seconds: Math.floor(Date.now() / 1000), body },
      keys,
    );
    return this.client.deliver({ url: webhook.url, headers, body, signal });
  }

  /** That of the secret in force first, then that of the previous one during the overlap. */
  private findKeys({
    id,
    sealedSecret,
    previousSealedSecret: previous,
    previousSecretExpiresAt: until,
  }: ServedWebhook): KeyObject[] {
    const sealed = [
      sealedSecret,
      ...(previous !== null && until !== null && until.getTime() > Date.now() ? [previous] : []),
    ];
    return sealed.map((one) => this.findKey(one, id)).filter((key) => key !== null);
  }

  private findKey(sealed: string, webhookId: number): KeyObject | null {
    const name = `${webhookId} ${sealed}`;
    let key = this.keys.get(name);
    if (key === undefined) {
      const secret = openSigningSecret(sealed, webhookId, this.config.secretKey);
      key = secret === null ? null : toSigningKey(secret);
      this.keys.set(name, key);
    }
    return key;
  }
}
