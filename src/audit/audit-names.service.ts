import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditEntry } from './audit-entry.entity.js';
import type { Names } from './audit-words.js';

type Find = (ids: readonly number[]) => Promise<Names>;

/** What people are called, for the log that knows only their ids: nobody has a name until the room that keeps users says who. */
@Injectable()
export class AuditNames {
  private find: Find = () => Promise.resolve(new Map());

  findBy(find: Find): void {
    this.find = find;
  }

  /** Administrators are told everybody's; everybody else their own, and of others that they are administrators, for nobody else acts for them. */
  async in(entries: readonly AuditEntry[], { role, userId }: Actor): Promise<Names> {
    const ids = new Set(entries.flatMap(({ userId: as, actingUserId: by, detail }) => [as, by, Number(/^user (\d+)$/.exec(detail)?.[1] ?? 0)]));
    const known = [...ids].filter((id): id is number => id !== null && id > 0);
    if (role === 'Admin') return this.find(known);
    const own = await this.find([userId]);
    return new Map(known.map((id) => [id, own.get(id) ?? `An administrator (user ${id})`]));
  }
}
