import { Injectable } from '@nestjs/common';
import { type Actor, findActingAdministrator } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { Config } from '../config/config.js';
import { createWebhookSecret, openSigningSecret, sealSigningSecret } from './sending/signature.js';
import { findUrlFault } from './sending/receiver-url.js';
import type { Webhook } from './webhook.entity.js';
import { WebhookAccountForbiddenError, PrivateWebhookUrlError, RefusedWebhookUrlError } from './webhook-errors.js';
import type { ChangedWebhook, WebhookRotation } from './webhooks.dto.js';

/** A webhook and its plain secret for its owner; empty if it may not be shown again. */
export type ShownWebhook = Readonly<{ webhook: Webhook; secret: string }>;

/** The terms of a webhook: URL, events and signature. */
@Injectable()
export class WebhookTermsService {
  constructor(
    private readonly config: Config,
    private readonly access: AccountAccessService,
  ) {}

  /** Checks before anything is written that the address is public and that the caller can view the accounts. */
  async check(actor: Actor, { url, acct_ids: acctIds }: ChangedWebhook): Promise<void> {
    const fault = url === undefined ? null : findUrlFault(url.trim(), this.config.webhookTargetPolicy);
    if (fault !== null)
      throw fault.kind === 'private'
        ? new PrivateWebhookUrlError(fault.message)
        : new RefusedWebhookUrlError(fault.message);
    if (acctIds === undefined || acctIds === null) return;
    const readable = await this.access.findReadableAccounts(actor);
    const unknown: number[] = [];
    for (const acctId of acctIds)
      if (!(readable === 'all' ? await this.access.mayRead(actor, acctId) : readable.includes(acctId)))
        unknown.push(acctId);
    if (unknown.length > 0) throw new WebhookAccountForbiddenError(unknown);
  }

  /** Copies the fields of the request to the webhook. Fields that are missing in the request keep their values. */
  apply(webhook: Webhook, { url, description, event_types: types, acct_ids: acctIds, enabled }: ChangedWebhook): void {
    // Stored in the normalized spelling that requests use.
    if (url !== undefined) webhook.url = new URL(url.trim()).href;
    webhook.description = description ?? webhook.description;
    if (types !== undefined) webhook.eventTypes = types;
    if (acctIds !== undefined) webhook.acctIds = acctIds;
    if (enabled === undefined) return;
    if (enabled && !webhook.enabled) webhook.failingSince = null;
    webhook.enabled = enabled;
    webhook.disabledReason = null;
  }

  assignSecret(webhook: Webhook): string {
    const secret = createWebhookSecret();
    webhook.sealedSecret = sealSigningSecret(secret, webhook.id, this.config.secretKey);
    return secret;
  }

  /** Signs with both secrets for the overlap, so that the receiver can be changed without a gap. */
  replaceSecret(webhook: Webhook, { overlap_seconds: requested }: WebhookRotation): string {
    const seconds = requested ?? this.config.secretOverlapSeconds;
    webhook.previousSealedSecret = seconds > 0 ? webhook.sealedSecret : null;
    webhook.previousSecretExpiresAt = seconds > 0 ? new Date(Date.now() + seconds * 1000) : null;
    return this.assignSecret(webhook);
  }

  /** An administrator who acts for the owner sees only secrets that the administrator made, as with API keys. */
  toShownWebhook(webhook: Webhook, actor: Actor): ShownWebhook {
    const administrator = findActingAdministrator(actor);
    const isHidden =
      actor.hidesSecrets === true ||
      this.config.secretsAreShownOnce ||
      (administrator !== null && administrator !== webhook.registeredBy);
    return {
      webhook,
      secret: isHidden ? '' : (openSigningSecret(webhook.sealedSecret, webhook.id, this.config.secretKey) ?? ''),
    };
  }
}
