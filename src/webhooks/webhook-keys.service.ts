import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Names } from '../access/names.js';
import { WebhooksService } from './webhooks.service.js';

/** Tells forms to which keys a webhook of their reader may belong. */
@Injectable()
export class WebhookKeysService implements OnModuleInit {
  constructor(
    private readonly names: Names,
    private readonly webhooks: WebhooksService,
  ) {}

  onModuleInit(): void {
    this.names.keysListedBy(async (actor) =>
      (await this.webhooks.keysOf(actor)).map(({ clientId, name }) => ({ id: clientId, name })),
    );
  }
}
