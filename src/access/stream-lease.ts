import type { Actor } from './actor.js';

/** Somebody who came in at a door whose answer does not end by itself, and for how long they may stay. */
export type StreamLease = Readonly<{
  actor: Actor;
  /** On the clock of `performance.now()`, which nobody can set back. */
  expiresAt: number;
  /** Asks again, as at the door. */
  isStillValid: () => Promise<boolean>;
}>;

/** Why somebody may not stay. */
export type EndReason = 'expired' | 'revoked';
