import type { Actor } from '../access/actor.js';

/** A token that was looked up: whom it stands for, and what its revocation could be announced under. */
export type KnownToken = Readonly<{ actor: Actor; familyId: number; expiresInMs: number }>;

/** What has changed, as the database announced it; `all` when announcements may have been missed. */
type Change = Readonly<{ kind: string; key: string }> | 'all';

type CachedToken = Readonly<{ actor: Actor; familyId: string; until: number }>;

const REMEMBER_MS = 5000;
const TOKENS_MAX = 20_000;

/**
 * Remembers tokens for seconds, so that the hot path asks no database. Times are of the monotonic clock: a clock that is set
 * back keeps no token alive.
 */
export class TokenMemory {
  private readonly tokens = new Map<string, CachedToken>();
  private readonly pending = new Map<string, Promise<Actor | null>>();
  private changes = 0;

  /** Of many who ask for the same token at once, one looks it up. Nobody joins a question that a change may have overtaken. */
  find(digest: string, now: number, lookUp: () => Promise<KnownToken | null>): Promise<Actor | null> {
    const remembered = this.recall(digest, now);
    if (remembered) return Promise.resolve(remembered);
    const pending = this.pending.get(digest);
    if (pending) return pending;

    const asked = this.ask(digest, now, lookUp).finally(() => {
      if (this.pending.get(digest) === asked) this.pending.delete(digest);
    });
    this.pending.set(digest, asked);
    return asked;
  }

  private async ask(digest: string, now: number, lookUp: () => Promise<KnownToken | null>): Promise<Actor | null> {
    const moment = this.changes;
    const found = await lookUp();
    if (found && moment === this.changes) this.remember(digest, found, now);
    return found?.actor ?? null;
  }

  private recall(digest: string, now: number): Actor | null {
    const remembered = this.tokens.get(digest);
    return remembered && now < remembered.until ? remembered.actor : null;
  }

  private remember(digest: string, { actor, familyId, expiresInMs }: KnownToken, now: number): void {
    if (this.tokens.size >= TOKENS_MAX) this.forgetOldest();
    this.tokens.delete(digest);
    this.tokens.set(digest, { actor, familyId: String(familyId), until: now + Math.min(REMEMBER_MS, expiresInMs) });
  }

  forget(change: Change): void {
    this.changes++;
    this.pending.clear();
    if (change === 'all') this.tokens.clear();
    else if (change.kind === 'token') this.tokens.delete(change.key);
    else for (const [digest, token] of this.tokens) if (concerns(change, token)) this.tokens.delete(digest);
  }

  /** Iteration is in order of insertion, and every insertion lives equally long. */
  private forgetOldest(): void {
    for (const digest of this.tokens.keys()) {
      this.tokens.delete(digest);
      return;
    }
  }
}

/** A change of a kind that is not known here concerns everybody: forgetting too much is only slower. */
function concerns({ kind, key }: Exclude<Change, 'all'>, { actor, familyId }: CachedToken): boolean {
  if (kind === 'family') return familyId === key;
  if (kind === 'client') return actor.clientId === key;
  if (kind === 'user') return String(actor.userId) === key || String(actor.actingUserId) === key;
  return true;
}
