import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditAction, AuditOutcome } from './audit-actions.js';
import { AuditEntry } from './audit-entry.entity.js';
import { type Thing, wordsFor } from './audit-things.js';

/** Which entries, how many at most, and before which id. What is left out does not matter. */
export type AuditFilter = Readonly<{
  size: number;
  before: number | null;
  action?: AuditAction | undefined;
  outcome?: AuditOutcome | undefined;
  userId?: number | undefined;
  actingUserId?: number | undefined;
  clientId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** By one of these, or as one of them. */
  people?: readonly number[] | undefined;
  /** Of what it was about, or from where. */
  containing?: string | undefined;
  /** By the numbers of these things, too: they are what the words mean. */
  about?: ReadonlyMap<Thing, readonly number[]> | undefined;
}>;

/** Reads the log, newest first. */
@Injectable()
export class AuditReadingService {
  constructor(private readonly em: EntityManager) {}

  /** Administrators read everything; everybody else what was done as them or by them. */
  async find(
    actor: Actor,
    { size, before, since, until, people, containing, about, ...equal }: AuditFilter,
  ): Promise<AuditEntry[]> {
    const conditions: FilterQuery<AuditEntry>[] = Object.entries(equal).flatMap(([field, value]) =>
      value === undefined ? [] : [{ [field]: value }],
    );
    if (before !== null) conditions.push({ id: { $lt: before } });
    if (since) conditions.push({ at: { $gte: since } });
    if (until) conditions.push({ at: { $lt: until } });
    if (people) conditions.push({ $or: [{ userId: { $in: [...people] } }, { actingUserId: { $in: [...people] } }] });
    if (containing !== undefined) conditions.push(like(containing, about ?? new Map()));
    if (actor.role !== 'Admin') conditions.push({ $or: [{ userId: actor.userId }, { actingUserId: actor.userId }] });
    return this.em.find(AuditEntry, { $and: conditions }, { orderBy: { id: 'desc' }, limit: size });
  }
}

function like(text: string, about: ReadonlyMap<Thing, readonly number[]>): FilterQuery<AuditEntry> {
  const $ilike = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const people = [...(about.get('user') ?? [])];
  const named = [...about].map(([thing, ids]) => ({ detail: { $re: `\\m${wordsFor(thing)} (${ids.join('|')})\\M` } }));
  return {
    $or: [
      { detail: { $ilike } },
      { address: { $ilike } },
      ...named,
      ...(people.length > 0 ? [{ userId: { $in: people } }, { actingUserId: { $in: people } }] : []),
    ],
  };
}
