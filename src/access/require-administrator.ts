import { domainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';

class AdministratorsOnlyError extends domainError(
  'denied',
  'administrators_only',
  'Only an administrator may do this, and not while acting for a customer.',
) {}

/** Asked before anything is looked up, so that the answer says nothing of what there is. `detail` is for endpoints that others may use as well. */
export function requireAdministrator({ role, userId, actingUserId }: Actor, detail?: string): void {
  if (role !== 'Admin' || userId !== actingUserId) throw new AdministratorsOnlyError(detail);
}
