import type { AccessChange } from '../access/access-changes.service.js';
import { BoundedMap } from '../access/bounded-map.js';
import type { Client } from './client.entity.js';

type CachedClient = Readonly<{ client: Client; expiresAt: number }>;

const CACHE_MS = 5000;
const CLIENTS_MAX = 5000;

/**
 * Remembers keys for seconds, so that a key that asks for token after token is read once. Times are of the monotonic clock.
 * A key that was read while a change arrived may be the one from before, and is not remembered.
 */
export class ClientCache {
  private readonly clients = new BoundedMap<string, CachedClient>(CLIENTS_MAX);
  private changeCount = 0;

  find(clientId: string, now: number): Client | null {
    const cached = this.clients.get(clientId);
    return cached && now < cached.expiresAt ? cached.client : null;
  }

  /** Called before a key is read; the function that it returns remembers the key. */
  startReading(now: number): (client: Client) => void {
    const countBefore = this.changeCount;
    return (client) => {
      if (countBefore === this.changeCount) this.clients.set(client.clientId, { client, expiresAt: now + CACHE_MS });
    };
  }

  invalidate(change: AccessChange | 'all'): void {
    if (change !== 'all' && change.kind !== 'client' && change.kind !== 'user') return;
    this.changeCount++;
    if (change === 'all') this.clients.clear();
    else if (change.kind === 'client') this.clients.delete(change.key);
    else this.forgetKeysOf(Number(change.key));
  }

  /** A key whose owner is disabled is dead. */
  private forgetKeysOf(ownerId: number): void {
    for (const [clientId, { client }] of this.clients) if (client.ownerId === ownerId) this.clients.delete(clientId);
  }
}
