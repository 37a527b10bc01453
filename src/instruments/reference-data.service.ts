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

  /** Changes all of them, or none. Each has an audit entry of its own. A change without effect writes nothing and keeps the version. */
  async updateAll<Entities extends readonly Readonly<{ id: number }>[]>(
    actor: Actor,
    { action, find, apply }: Pick<ReferenceChange<Entities>, 'action' | 'find' | 'apply'>,
  ): Promise<Entities> {
    return this.runExclusive(async (em) => {
      const entities = await find();
      const before = entities.map((entity) => ({ ...entity }));
      await apply(entities);
      await em.flush();
      const entries = entities.map(({ id }, index) => ({
        action,
        subject: [getResourceName(action), id] as const,
        changes: { fields: findFieldChanges(before[index] ?? {}, entities[index] ?? {}) },
      }));
      await this.audit.recordEachFor(
        actor,
        entries.filter(({ changes }) => changes.fields.length > 0),
      );
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
