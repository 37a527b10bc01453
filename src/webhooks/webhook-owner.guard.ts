import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { parseId } from '../http/wire-values.js';
import type { Webhook } from './webhook.entity.js';
import { WebhooksService } from './webhooks.service.js';

/** A webhook and the caller, who owns it or acts for its owner. */
export type OwnedWebhook = Readonly<{ actor: Actor; webhook: Webhook }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The webhook of the path, as `WebhookOwnerGuard` loaded it; null for a malformed id, which the handler's pipe rejects. */
    ownWebhook?: OwnedWebhook | null;
  }
}

/**
 * Admits owners of the webhook of the path (`:id`). For all others the webhook does not exist. A malformed id passes, because the
 * handler's pipe answers it with 400.
 */
@Injectable()
export class WebhookOwnerGuard implements CanActivate {
  constructor(private readonly webhooks: WebhooksService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const { actor } = request;
    if (!actor) throw new TypeError('@UseGuards(WebhookOwnerGuard) on an endpoint that admits anonymous callers');
    const id = parseId(request.params['id']);
    request.ownWebhook = id === null ? null : { actor, webhook: await this.webhooks.find(actor, id) };
    return true;
  }
}

/** The webhook that `WebhookOwnerGuard` loaded. Beside `@PathId()`, whose pipe rejects a malformed id before the handler runs. */
export const OwnWebhook = createParamDecorator((_: never, context: ExecutionContext): OwnedWebhook | null => {
  const { ownWebhook } = context.switchToHttp().getRequest<FastifyRequest>();
  if (ownWebhook === undefined) throw new TypeError('@OwnWebhook() on an endpoint without WebhookOwnerGuard');
  return ownWebhook;
});
