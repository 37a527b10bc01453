import type { Role } from '../access/actor.js';

/** What a role is called, alone and within a sentence. */
export const roleNames: Readonly<Record<Role, Readonly<{ label: string; withArticle: string }>>> = {
  Customer: { label: 'Customer', withArticle: 'a customer' },
  Admin: { label: 'Administrator', withArticle: 'an administrator' },
};
