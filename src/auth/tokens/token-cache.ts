import type { AccessChange } from '../../access/access-changes.service.js';
import { BoundedMap } from '../../access/bounded-map.js';
import type { Actor } from '../../access/actor.js';

/** A token that was looked up: whom it stands for, and what its revocation could be announced under. */
export type VerifiedToken = Readonly<{ actor: Actor; familyId: number; expiresInMs: number }>;

type CachedToken = Readonly<{ actor: Actor; familyId: string; expiresAt: number }>;

const CACHE_MS = 5000;
const TOKENS_MAX = 20_000;

/**
 * Remembers tokens for seconds, so that the hot path asks no database. Times are of the monotonic clock: a clock that is set
 * back keeps no token alive.
 */
export class TokenCache {
  private readonly tokens = new BoundedMap<string, CachedToken>(TOKENS_MAX);
  private readonly pending = new Map<string, Promise<Actor | null>>();
  private changeCount = 0;

  /** Of many who ask for the same token at once, one looks it up. Nobody joins a question that a change may have overtaken. */
  find(digest: string, now: number, lookUp: () => Promise<VerifiedToken | null>): Promise<Actor | null> {
    const cached = this.getCached(digest, now);
    if (cached) return Promise.resolve(cached);
    const pending = this.pending.get(digest);
    if (pending) return pending;

    const lookup = this.lookUpAndStore(digest, now, lookUp).finally(() => {
      if (this.pending.get(digest) === lookup) this.pending.delete(digest);
    });
    this.pending.set(digest, lookup);
    return lookup;
  }

  private async lookUpAndStore(
    digest: string,
    now: number,
    lookUp: () => Promise<VerifiedToken | null>,
  ): Promise<Actor | null> {
    const countBefore = this.changeCount;
    const verified = await lookUp();
    if (verified && countBefore === this.changeCount) this.store(digest, verified, now);
    return verified?.actor ?? null;
  }

  private getCached(digest: string, now: number): Actor | null {
    const cached = this.tokens.get(digest);
    return cached && now < cached.expiresAt ? cached.actor : null;
  }

  private store(digest: string, { actor, familyId, expiresInMs }: VerifiedToken, now: number): void {
    this.tokens.set(digest, { actor, familyId: String(familyId), expiresAt: now + Math.min(CACHE_MS, expiresInMs) });
  }

  invalidate(change: AccessChange | 'all'): void {
    this.changeCount++;
    this.pending.clear();
    if (change === 'all') this.tokens.clear();
    else if (change.kind === 'token') this.tokens.delete(change.key);
    else for (const [digest, token] of this.tokens) if (isAffected(change, token)) this.tokens.delete(digest);
  }
}

/** A change of a kind that is not known here concerns everybody: forgetting too much is only slower. */
function isAffected({ kind, key }: AccessChange, { actor, familyId }: CachedToken): boolean {
  if (kind === 'family') return familyId === key;
  if (kind === 'client') return actor.clientId === key;
  if (kind === 'user') return String(actor.userId) === key || String(actor.actingUserId) === key;
  return true;
}
