import type { Actor } from './actor.js';

/** The caller of an endpoint whose response does not end by itself, and the end of their access. */
export type StreamLease = Readonly<{
  actor: Actor;
  /** On the clock of `performance.now()`, which nobody can set back. */
  expiresAt: number;
  /** Checks the credentials again. */
  isStillValid: () => Promise<boolean>;
}>;

/** Why access ended. */
export type EndReason = 'expired' | 'revoked';
