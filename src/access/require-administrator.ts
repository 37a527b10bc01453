import { DomainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';

class AdministratorsOnlyError extends DomainError {
  readonly kind = 'denied';
  readonly code = 'administrators_only';

  constructor() {
    super('Only an administrator may do this, and not while acting for a customer.');
  }
}

/** Asked before anything is looked up, so that the answer says nothing of what there is. */
export function requireAdministrator({ role, userId, actingUserId }: Actor): void {
  if (role !== 'Admin' || userId !== actingUserId) throw new AdministratorsOnlyError();
}
