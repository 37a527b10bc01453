import { DomainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';

class OwnersOnlyError extends DomainError {
  readonly kind = 'denied';
  readonly code = 'owners_only';

  constructor() {
    super('Only the customer may do this, not an administrator who acts for the customer.');
  }
}

/** What decides who may sign in as a user is theirs alone: an administrator who acts for them does not even get to try a password. */
export function requireOwner({ userId, actingUserId }: Actor): void {
  if (userId !== actingUserId) throw new OwnersOnlyError();
}
