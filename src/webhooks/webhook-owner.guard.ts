import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { NumberedObjectGuard } from '../http/path-object.guard.js';
import type { Webhook } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

/** A webhook and the caller, who owns it or acts for its owner. */
export type OwnedWebhook = Readonly<{ actor: Actor; webhook: Webhook }>;

/** Admits owners of the webhook of the path (`:id`). */
@Injectable()
export class WebhookOwnerGuard extends NumberedObjectGuard<OwnedWebhook> {
  constructor(webhooks: WebhooksService) {
    super(async (actor, id) => ({ actor, webhook: await webhooks.find(actor, id) }));
  }
}
