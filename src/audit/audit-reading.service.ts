import { EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AUDIT_ACTIONS, type AuditAction, type AuditOutcome } from './audit-actions.js';
import { type AuditSubject, toDetailSql } from './audit-detail.js';
import { AuditEntry } from './audit-entry.entity.js';
import { getDetailTemplate } from './audit-words.js';

/** A page of entries (at most `size`, with ids below `before`) with optional filters. */
export type AuditFilter = Readonly<{
  size: number;
  before: number | null;
  action?: AuditAction | undefined;
  outcome?: AuditOutcome | undefined;
  userId?: number | undefined;
  actingUserId?: number | undefined;
  userIds?: readonly number[] | undefined;
  actingUserIds?: readonly number[] | undefined;
  clientId?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Entries by these users or on their behalf. */
  people?: readonly number[] | undefined;
  /** Part of the detail or of the address. */
  containing?: string | undefined;
  /** Ids of the subjects that match `containing` by name. Entries about them match as well. */
  about?: ReadonlyMap<AuditSubject, readonly number[]> | undefined;
}>;

/** Reads the audit log, newest entries first. */
@Injectable()
export class AuditReadingService {
  constructor(private readonly em: EntityManager) {}

  /** Administrators read all entries; other users read entries by them or on their behalf. */
  async find(
    actor: Actor,
    {
      size,
      before,
      since,
      until,
      people,
      userIds,
      actingUserId,
      actingUserIds,
      containing,
      about,
      ...equal
    }: AuditFilter,
  ): Promise<AuditEntry[]> {
    const conditions: FilterQuery<AuditEntry>[] = Object.entries(equal).flatMap(([field, value]) =>
      value === undefined ? [] : [{ [field]: value }],
    );
    if (before !== null) conditions.push({ id: { $lt: before } });
    if (since) conditions.push({ at: { $gte: since } });
    if (until) conditions.push({ at: { $lt: until } });
    conditions.push(...toUserConditions({ userIds, actingUserId, actingUserIds }));
    if (people) conditions.push(toUserFilter(people));
    if (containing !== undefined) conditions.push(toFilter(containing, about ?? new Map()));
    if (actor.role !== 'Admin') conditions.push(toUserFilter([actor.userId]));
    return this.em.find(AuditEntry, { $and: conditions }, { orderBy: { id: 'desc' }, limit: size });
  }
}

/** Entries by these users on behalf of others, which have an index of their own; the user's own are found by the user. */
const toOnBehalfFilter = (users: readonly number[]): FilterQuery<AuditEntry> => ({
  actingUserId: { $in: [...users] },
  [raw((alias) => `${alias}.acting_user_id is distinct from ${alias}.user_id`)]: [],
});

/** Entries by these users. Their own are found by the user, which has an index. */
const toActingFilter = (users: readonly number[]): FilterQuery<AuditEntry> => ({
  $or: [{ actingUserId: { $in: [...users] }, userId: { $in: [...users] } }, toOnBehalfFilter(users)],
});

const toUserConditions = ({
  userIds,
  actingUserId,
  actingUserIds,
}: Pick<AuditFilter, 'userIds' | 'actingUserId' | 'actingUserIds'>): FilterQuery<AuditEntry>[] => [
  ...(userIds ? [{ userId: { $in: [...userIds] } }] : []),
  ...(actingUserId === undefined ? [] : [toActingFilter([actingUserId])]),
  ...(actingUserIds ? [toActingFilter(actingUserIds)] : []),
];

/** Entries by these users or on their behalf. */
const toUserFilter = (users: readonly number[]): FilterQuery<AuditEntry> => ({
  $or: [{ userId: { $in: [...users] } }, toOnBehalfFilter(users)],
});

/** The detail as SQL: the stored sentence of an old entry, or the text of its facts. */
const DETAIL = `coalesce(detail, case action ${AUDIT_ACTIONS.map((action) => `when '${action}' then ${toDetailSql(getDetailTemplate(action))}`).join(' ')} end)`;

/** Whether a fact of this name is one of the ids. */
const MENTIONS = `jsonb_path_exists(changes, (?)::jsonpath, (?)::jsonb)`;

function toFilter(text: string, about: ReadonlyMap<AuditSubject, readonly number[]>): FilterQuery<AuditEntry> {
  const $ilike = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const people = [...(about.get('user') ?? [])];
  const named = [...about].flatMap(([thing, ids]): FilterQuery<AuditEntry>[] => [
    { subjectType: thing, subjectId: { $in: ids.map(String) } },
    { [raw(MENTIONS, [`$.${thing}[*] ? (@ == $ids[*])`, JSON.stringify({ ids })])]: true },
  ]);
  return {
    $or: [
      { [raw(DETAIL)]: { $ilike } },
      { address: { $ilike } },
      ...named,
      ...(people.length > 0 ? [toUserFilter(people)] : []),
    ],
  };
}
