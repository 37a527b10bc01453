import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NameDirectory } from '../access/name-directory.js';
import { WebhooksService } from './webhooks.service.js';

/** Lists the keys that a new webhook can belong to. */
@Injectable()
export class WebhookKeysService implements OnModuleInit {
  constructor(
    private readonly names: NameDirectory,
    private readonly webhooks: WebhooksService,
  ) {}

  onModuleInit(): void {
    this.names.clientLister.register(async (actor) =>
      (await this.webhooks.listKeys(actor)).map(({ clientId, name }) => ({ id: clientId, name })),
    );
  }
}
