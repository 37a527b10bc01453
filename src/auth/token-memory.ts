import type { Actor } from '../access/actor.js';

/** A token that was looked up: whom it stands for, and what its revocation could be announced under. */
export type KnownToken = Readonly<{ actor: Actor; familyId: number; expiresInMs: number }>;

/** What has changed, as the database announced it; `all` when announcements may have been missed. */
type Change = Readonly<{ kind: string; key: string }> | 'all';

type Remembered = Readonly<{ actor: Actor; familyId: string; until: number }>;

const REMEMBER_MS = 5000;
const TOKENS_MAX = 20_000;

/**
 * Remembers tokens for seconds, so that the hot path asks no database. Times are of the monotonic clock: a clock that is set
 * back keeps no token alive.
 */
export class TokenMemory {
  private readonly tokens = new Map<string, Remembered>();
  private changes = 0;

  /** Taken before a token is looked up and given back with it: an answer that was overtaken by a change is not remembered. */
  get moment(): number {
    return this.changes;
  }

  recall(digest: string, now: number): Actor | null {
    const remembered = this.tokens.get(digest);
    return remembered && now < remembered.until ? remembered.actor : null;
  }

  remember(digest: string, { actor, familyId, expiresInMs }: KnownToken, now: number, moment: number): void {
    if (moment !== this.changes) return;
    if (this.tokens.size >= TOKENS_MAX) this.forgetOldest();
    this.tokens.delete(digest);
    this.tokens.set(digest, { actor, familyId: String(familyId), until: now + Math.min(REMEMBER_MS, expiresInMs) });
  }

  forget(change: Change): void {
    this.changes++;
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
function concerns({ kind, key }: Exclude<Change, 'all'>, { actor, familyId }: Remembered): boolean {
  if (kind === 'family') return familyId === key;
  if (kind === 'client') return actor.clientId === key;
  if (kind === 'user') return String(actor.userId) === key || String(actor.actingUserId) === key;
  return true;
}
