import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditAction } from '../audit/audit-actions.js';
import type { AuditSubject, FieldChange } from '../audit/audit-detail.js';
import { AuditService } from '../audit/audit.service.js';
import { toLockKeys } from '../database/locks.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { SymbolTakenError, VersionConflictError } from './instrument-errors.js';
import type { AuditedAction } from '../audit/audit-writing.js';
import { findFieldChanges } from './field-changes.js';
import { VenueSyncService } from './venue-sync.service.js';

/** What a change changed in one row. */
export type RowChange = Readonly<{ id: number; fields: readonly FieldChange[] }>;

/** A change of reference data: how the row is found, how it is changed, and its audit entry. */
type ReferenceChange<Entity> = Readonly<{
  action: AuditAction;
  find: () => Promise<Entity>;
  expected: number | undefined;
  apply: (kept: Entity) => Promise<void> | void;
}>;

/**
 * Writes reference data for administrators: one change at a time, so that checks against other rows still hold at the
 * commit, together with the audit entry. A symbol belongs to the first who took it.
 */
@Injectable()
export class ReferenceDataService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly venueSync: VenueSyncService,
  ) {}

  async create<Entity extends Readonly<{ id: number; symbol: string }>>(
    actor: Actor,
    action: AuditAction,
    make: () => Promise<Entity> | Entity,
  ): Promise<Entity> {
    return this.runExclusive(async (em) => {
      const entity = await make();
      await em.persist(entity).flush();
      await this.audit.recordFor(actor, {
        action,
        subject: [getResourceName(action), entity.id],
        changes: { symbol: entity.symbol },
      });
      return entity;
    });
  }

  async update<Entity extends Readonly<{ id: number; version: number }>>(
    actor: Actor,
    { action, find, expected, apply }: ReferenceChange<Entity>,
  ): Promise<Entity> {
    const findExpected = async (): Promise<[Entity]> => {
      const entity = await find();
      if (expected !== undefined && expected !== entity.version)
        throw new VersionConflictError(expected, entity.version);
      return [entity];
    };
    const [changed] = await this.updateAll(actor, { action, find: findExpected, apply: ([entity]) => apply(entity) });
    return changed;
  }

  /**
   * Changes all of them, or none. Each has an audit entry of its own unless `describe` makes the entries. A change without effect writes
   * nothing and keeps the version.
   */
  async updateAll<Entities extends readonly Readonly<{ id: number }>[]>(
    actor: Actor,
    {
      action,
      find,
      apply,
      describe = (changes) => describeEach(action, changes),
    }: Pick<ReferenceChange<Entities>, 'action' | 'find' | 'apply'> &
      Readonly<{ describe?: (changes: readonly RowChange[]) => readonly AuditedAction[] }>,
  ): Promise<Entities> {
    return this.runExclusive(async (em) => {
      const entities = await find();
      const before = entities.map((entity) => ({ ...entity }));
      await apply(entities);
      await em.flush();
      const changes = entities.map(({ id }, index) => ({
        id,
        fields: findFieldChanges(before[index] ?? {}, entities[index] ?? {}),
      }));
      await this.audit.recordEachFor(actor, describe(changes.filter(({ fields }) => fields.length > 0)));
      return entities;
    });
  }

  private async runExclusive<Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result> {
    try {
      const result = await this.em.transactional(
        async (em) => {
          await em.execute('select pg_advisory_xact_lock(?, ?)', [...toLockKeys('referenceData')]);
          return work(em);
        },
        { clear: true },
      );
      await runAfterCommit(() => this.venueSync.reload());
      return result;
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new SymbolTakenError();
      throw error;
    }
  }
}

const getResourceName = (action: AuditAction): AuditSubject => action.split('.')[0] as AuditSubject;

export const describeEach = (action: AuditAction, changes: readonly RowChange[]): AuditedAction[] =>
  changes.map(({ id, fields }) => ({ action, subject: [getResourceName(action), id], changes: { fields } }));
