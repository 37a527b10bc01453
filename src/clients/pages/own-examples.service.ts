import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { DocumentService } from '../../openapi/document.service.js';
import { Client } from '../client.entity.js';
import { createFirstRequest, createTokenCommand } from './first-request.js';
import { findGrantsInEffect } from '../grant-types.js';
import { NEW_KEY_ACTION, type NewKeyForm } from './key-pages.dto.js';

const fields = { name: 'Documentation', kind: 'server' } as const satisfies NewKeyForm;

/** The form for a new key, with a key for trying requests of the documentation. */
const trialKeyForm = { action: NEW_KEY_ACTION, name: fields.name, fields };

/**
 * The key in the examples of the documentation: the user's newest key that gets a token in one step, or the newest key.
 */
@Injectable()
export class OwnExamplesService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly config: Config,
    private readonly documents: DocumentService,
  ) {}

  onModuleInit(): void {
    this.documents.trialKeyForm.register(() => trialKeyForm);
    this.documents.exampleClients.register(async (ownerId) => {
      const keys = await this.em.find(
        Client,
        { ownerId, enabled: true },
        { orderBy: { createdAt: 'desc', clientId: 'asc' }, limit: 100 },
      );
      const usable = keys.flatMap((key) => this.createExample(key));
      return usable.find(({ isShort }) => isShort)?.example ?? usable[0]?.example ?? null;
    });
  }

  private createExample({
    clientId,
    name,
    tokenEndpointAuthMethod: method,
    grantTypes: granted,
    redirectUris,
  }: Client) {
    const grantTypes = findGrantsInEffect(granted, this.config);
    const usable = { clientId, hasSecret: method !== 'none', grantTypes, redirectUris };
    const request = createFirstRequest(usable, this.config.baseUrl);
    const token = createTokenCommand(usable, this.config.baseUrl);
    return request === null ? [] : [{ isShort: token !== null, example: { clientId, name, token, ...request } }];
  }
}
