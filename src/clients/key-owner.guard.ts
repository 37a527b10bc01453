import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { PathObjectGuard } from '../http/path-object.guard.js';
import type { Client } from './client.entity.js';
import { ClientKeysService } from './client-keys.service.js';

/** An API key whose owner is the caller. */
export type OwnedKey = Client;

/**
 * Admits owners of the API key of the path (`:client_id`). Endpoints that change a key are not guarded: their services lock the row in
 * the same query, with the owner as its condition.
 */
@Injectable()
export class KeyOwnerGuard extends PathObjectGuard {
  constructor(private readonly keys: ClientKeysService) {
    super();
  }

  protected load(actor: Actor, { client_id: clientId }: Readonly<Record<string, string>>): Promise<OwnedKey> {
    if (clientId === undefined) throw new TypeError('@UseGuards(KeyOwnerGuard) on an endpoint without :client_id');
    return this.keys.find(actor, clientId);
  }
}
