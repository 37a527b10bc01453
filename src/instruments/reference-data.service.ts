import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditAction } from '../audit/audit-actions.js';
import type { AuditSubject } from '../audit/audit-detail.js';
import { AuditService } from '../audit/audit.service.js';
import { toLockKeys } from '../database/locks.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { SymbolTakenError, VersionConflictError } from './instrument-errors.js';
import { findFieldChanges } from './field-changes.js';
import { VenueSyncService } from './venue-sync.service.js';

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

  /** A change without effect writes nothing and keeps the version. */
  async update<Entity extends Readonly<{ id: number; version: number }>>(
    actor: Actor,
    { action, find, expected, apply }: ReferenceChange<Entity>,
  ): Promise<Entity> {
    return this.runExclusive(async (em) => {
      const entity = await find();
      if (expected !== undefined && expected !== entity.version)
        throw new VersionConflictError(expected, entity.version);
      const before = { ...entity };
      await apply(entity);
      await em.flush();
      await this.recordChange(actor, action, [before, entity]);
      return entity;
    });
  }

  /** Changes all of them, or none. Each has an audit entry of its own. */
  async updateAll<Entity extends Readonly<{ id: number; version: number }>>(
    actor: Actor,
    { action, find, apply }: Pick<ReferenceChange<readonly Entity[]>, 'action' | 'find' | 'apply'>,
  ): Promise<readonly Entity[]> {
    return this.runExclusive(async (em) => {
      const entities = await find();
      const before = entities.map((entity) => ({ ...entity }));
      await apply(entities);
      await em.flush();
      for (const [index, entity] of entities.entries())
        await this.recordChange(actor, action, [before[index] ?? entity, entity]);
      return entities;
    });
  }

  private async recordChange<Entity extends Readonly<{ id: number }>>(
    actor: Actor,
    action: AuditAction,
    [before, after]: readonly [before: Entity, after: Entity],
  ): Promise<void> {
    const fields = findFieldChanges(before, after);
    if (fields.length > 0)
      await this.audit.recordFor(actor, { action, subject: [getResourceName(action), after.id], changes: { fields } });
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
