import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isOfOrigin } from './redirect-uri.js';

/**
 * How long a result is cached, and how many: a page asks more than once, and anonymous callers send arbitrary origins.
 */
const REMEMBER_MS = 5000;
const ORIGINS_MAX = 1000;

/** The origins whose pages may read responses: those of registered redirect URIs. */
@Injectable()
export class ClientOriginsService {
  private readonly known = new Map<string, Readonly<{ isRegistered: boolean; until: number }>>();

  constructor(private readonly em: EntityManager) {}

  async knows(origin: string): Promise<boolean> {
    const now = performance.now();
    const known = this.known.get(origin);
    if (known && now < known.until) return known.isRegistered;
    const isRegistered = await this.isRegistered(origin);
    if (this.known.size >= ORIGINS_MAX) this.known.clear();
    this.known.set(origin, { isRegistered, until: now + REMEMBER_MS });
    return isRegistered;
  }

  /** The database finds URIs with the same beginning; the comparison of origins is here. */
  private async isRegistered(origin: string): Promise<boolean> {
    const rows = await this.em
      .fork()
      .execute<{ uri: string }[]>(
        'select distinct uri from clients, unnest(redirect_uris) uri where enabled and starts_with(lower(uri), ?) limit 1000',
        [origin.toLowerCase()],
      );
    return isOfOrigin(
      origin,
      rows.map(({ uri }) => uri),
    );
  }
}
