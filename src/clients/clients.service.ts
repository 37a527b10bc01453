import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccessChangesService } from '../access/access-changes.service.js';
import { areDigestsEqual } from '../config/sealed-text.js';
import { StatementBatcher } from '../database/statement-batcher.js';
import { ClientCache } from './client-cache.js';
import { Client } from './client.entity.js';
import { calculateDigest } from './client-secret.js';
import { KeyUsesService } from './key-uses.service.js';

/** A client id and a secret, as presented. */
export type OfferedCredentials = Readonly<{ clientId: string; secret: string }>;

const DECOY = calculateDigest('no key has this secret');

/** A key of a disabled owner is as dead as a disabled one (decision 95). The id of the owner stands for the owner's row here. */
const LIVE = { enabled: true, ownerId: { enabled: true } } as object;

/** A row of `clients` with an unused id. */
const DECOY_ROW = {
  client_id: '',
  owner_id: 0,
  name: '',
  secret_digest: DECOY,
  sealed_secret: DECOY,
  previous_secret_digest: null,
  previous_secret_expires_at: null,
  redirect_uris: [],
  post_logout_redirect_uris: [],
  grant_types: [],
  token_endpoint_auth_method: 'client_secret_basic',
  enabled: false,
  created_at: new Date(0).toISOString(),
};

@Injectable()
export class ClientsService implements OnModuleInit {
  private readonly cache = new ClientCache();
  private readonly searches = new StatementBatcher<string, Client | null>((clientIds) => this.findThem(clientIds));

  constructor(
    private readonly em: EntityManager,
    private readonly uses: KeyUsesService,
    private readonly changes: AccessChangesService,
  ) {}

  onModuleInit(): void {
    this.changes.announcements.register((change) => this.cache.invalidate(change));
  }

  /** Null for an unknown, disabled or public key, for one whose owner is disabled and for a wrong secret, after the same work. */
  async authenticate(offered: readonly OfferedCredentials[]): Promise<Client | null> {
    for (const credentials of offered) {
      const client = this.findCached(credentials) ?? (await this.findProven(credentials));
      if (!client) continue;
      this.uses.record(client.clientId);
      return client;
    }
    return null;
  }

  /** A key that is remembered answers the right secret alone, so a guess costs the same whether or not the key is known. */
  private findCached({ clientId, secret }: OfferedCredentials): Client | null {
    const now = performance.now();
    const client = this.changes.isListening(now) ? this.cache.find(clientId, now) : null;
    return matchesSecret(secret, client) ? client : null;
  }

  private async findProven({ clientId, secret }: OfferedCredentials): Promise<Client | null> {
    const remember = this.cache.startReading(performance.now());
    const client = await this.findEnabled(clientId);
    if (!matchesSecret(secret, client) || client === null) return null;
    remember(client);
    return client;
  }

  /** A public key has no secret; it is only named. */
  async findPublic(clientId: string): Promise<Client | null> {
    const client = await this.findEnabled(clientId);
    return client?.tokenEndpointAuthMethod === 'none' ? client : null;
  }

  /** For the operator: every key, or those of one user. */
  async list(ownerId: number | null): Promise<Client[]> {
    return this.em.find(Client, ownerId === null ? {} : { ownerId }, {
      orderBy: { createdAt: 'asc', clientId: 'asc' },
    });
  }

  async findOwner(clientId: string): Promise<number | null> {
    const client = await this.em.fork().findOne(Client, { clientId }, { fields: ['ownerId'] });
    return client?.ownerId ?? null;
  }

  /** Only an operator gives this right. */
  async allowIntrospection(key: Client): Promise<void> {
    key.mayIntrospect = true;
    await this.em.persist(key).flush();
  }

  /** An enabled key of an enabled owner, for any caller. */
  findEnabled(clientId: string): Promise<Client | null> {
    return this.searches.add(clientId);
  }

  /** The same, also where the owner is disabled: to say no more of the key to those who have not signed in. */
  findNamed(clientId: string): Promise<Client | null> {
    return this.em.fork().findOne(Client, { clientId, enabled: true }, { disableIdentityMap: true });
  }

  /** Several requests may use the same key, so it is not part of a unit of work and is read-only. */
  private async findThem(clientIds: readonly string[]): Promise<(Client | null)[]> {
    const em = this.em.fork();
    const found = await em.find(Client, { clientId: [...new Set(clientIds)], ...LIVE }, { disableIdentityMap: true });
    const byId = new Map(found.map((client) => [client.clientId, client]));
    // The time for mapping a row to an entity can be measured, so an unknown id costs the same.
    for (const clientId of clientIds) if (!byId.has(clientId)) em.map(Client, { ...DECOY_ROW, client_id: clientId });
    return clientIds.map((clientId) => byId.get(clientId) ?? null);
  }
}

/** During an overlap, the previous secret is valid too. A public key has none. */
function matchesSecret(secret: string, client: Client | null): boolean {
  const digest = calculateDigest(secret);
  const isCurrent = areDigestsEqual(digest, client?.secretDigest ?? DECOY);
  const isPrevious = areDigestsEqual(digest, client?.previousSecretDigest ?? DECOY);
  if (!client?.secretDigest) return false;
  return (
    isCurrent ||
    (isPrevious && client.previousSecretExpiresAt !== null && client.previousSecretExpiresAt.getTime() > Date.now())
  );
}
