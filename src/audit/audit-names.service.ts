import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { requireAdministrator } from '../access/require-administrator.js';
import type { AuditEntry } from './audit-entry.entity.js';
import type { Names } from './audit-words.js';

type Find = (ids: readonly number[]) => Promise<Names>;

/** The ids of those in whose name or email a text stands. */
type Search = (text: string) => Promise<readonly number[]>;

/** What people are called, for the log that knows only their ids: nobody has a name until the room that keeps users says who. */
@Injectable()
export class AuditNamesService {
  private find: Find = () => Promise.resolve(new Map());
  private fullNames: Find = () => Promise.resolve(new Map());
  private search: Search = () => Promise.resolve([]);

  findBy(find: Find, fullNames: Find, search: Search): void {
    this.find = find;
    this.fullNames = fullNames;
    this.search = search;
  }

  /** Only administrators look for people; others would learn by it who there is. */
  async like(actor: Actor, text: string): Promise<readonly number[]> {
    requireAdministrator(actor);
    return this.search(text);
  }

  /** Administrators are told everybody's; everybody else their own, and the names of the administrators who acted for them: nobody else does. */
  async in(entries: readonly AuditEntry[], { role, userId }: Actor): Promise<Names> {
    const ids = new Set(entries.flatMap(({ userId: as, actingUserId: by }) => [as, by]));
    const known = [...ids].filter((id): id is number => id !== null);
    if (role === 'Admin') return this.find(known);
    const [own, names] = await Promise.all([
      this.find([userId]),
      this.fullNames(entries.flatMap((entry) => (entry.userId === userId ? (entry.actingUserId ?? []) : []))),
    ]);
    return new Map(known.map((id) => [id, own.get(id) ?? `${names.get(id) ?? `user ${id}`} (administrator)`]));
  }
}
