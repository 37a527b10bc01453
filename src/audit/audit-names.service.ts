import { Injectable } from '@nestjs/common';
import { type Actor, requireAdministrator } from '../access/actor.js';
import type { AuditEntry } from './audit-entry.entity.js';
import type { UserNames } from './audit-sentence.js';
import { Hook } from '../access/hook.js';

type NameFinder = (ids: readonly number[]) => Promise<UserNames>;

type UserLookups = Readonly<{
  findEmails: NameFinder;
  findFullNames: NameFinder;
  /** Ids of the users whose name or email contains a text. */
  search: (text: string) => Promise<readonly number[]>;
}>;

/** Finds user names for the audit log, which stores ids only. The users module registers the lookups. */
@Injectable()
export class AuditNamesService {
  readonly users = Hook.required<UserLookups>();

  /** Only administrators may search for users: others could find out by it which users exist. */
  async searchUsers(actor: Actor, text: string): Promise<readonly number[]> {
    requireAdministrator(actor);
    return this.users.handler.search(text);
  }

  /** The user of this id, or those that `searchUsers` finds. */
  async findUsers(actor: Actor, user: number | string): Promise<readonly number[]> {
    requireAdministrator(actor);
    return typeof user === 'number' ? [user] : this.users.handler.search(user);
  }

  /** Administrators get the email of every user. Other users get their own email, and the names of administrators who acted for them. */
  async findNames(entries: readonly AuditEntry[], { role, userId }: Actor): Promise<UserNames> {
    const ids = new Set(entries.flatMap(({ userId: as, actingUserId: by }) => [as, by]));
    const known = [...ids].filter((id): id is number => id !== null);
    const { findEmails, findFullNames } = this.users.handler;
    if (role === 'Admin') return findEmails(known);
    const [own, names] = await Promise.all([
      findEmails([userId]),
      findFullNames(entries.flatMap((entry) => (entry.userId === userId ? (entry.actingUserId ?? []) : []))),
    ]);
    return new Map(known.map((id) => [id, own.get(id) ?? `${names.get(id) ?? `user ${id}`} (administrator)`]));
  }
}
