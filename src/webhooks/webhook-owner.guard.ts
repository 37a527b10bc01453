import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { PathObjectGuard } from '../http/path-object.guard.js';
import { parseId } from '../http/wire-values.js';
import type { Webhook } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

/** A webhook and the caller, who owns it or acts for its owner. */
export type OwnedWebhook = Readonly<{ actor: Actor; webhook: Webhook }>;

/** Admits owners of the webhook of the path (`:id`). */
@Injectable()
export class WebhookOwnerGuard extends PathObjectGuard {
  constructor(private readonly webhooks: WebhooksService) {
    super();
  }

  protected async load(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<OwnedWebhook | null> {
    const id = parseId(parameters['id']);
    return id === null ? null : { actor, webhook: await this.webhooks.find(actor, id) };
  }
}
