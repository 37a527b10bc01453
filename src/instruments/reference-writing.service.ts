import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { requireAdministrator } from '../access/administrators.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { AuditService } from '../audit/audit.service.js';
import { numbersOf } from '../database/locks.js';
import { afterCommit } from '../database/unit-of-work.js';
import { SymbolTaken, VersionConflict } from './instrument-errors.js';
import { changesBetween } from './term-changes.js';
import { VenueAnnouncements } from './venue-announcements.service.js';

/** What is looked up, how it is changed, and what the audit log says of it. */
type Change<Kept> = Readonly<{
  action: AuditAction;
  find: () => Promise<Kept>;
  expected: number | undefined;
  apply: (kept: Kept) => Promise<void> | void;
}>;

/**
 * The way in which administrators write reference data: one at a time, so that what was checked against other rows still holds when
 * it is committed; together with its entry in the audit log; and a symbol belongs to whoever took it first.
 */
@Injectable()
export class ReferenceWritingService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly venue: VenueAnnouncements,
  ) {}

  async create<Kept extends Readonly<{ id: number; symbol: string }>>(
    actor: Actor,
    action: AuditAction,
    make: () => Promise<Kept> | Kept,
  ): Promise<Kept> {
    return this.alone(actor, async (em) => {
      const made = await make();
      await em.persist(made).flush();
      await this.audit.noteOf(actor, { action, detail: `${subjectOf(action)} ${made.id}, ${made.symbol}` });
      return made;
    });
  }

  /** A change that changes nothing leaves no trace, and keeps the version. */
  async change<Kept extends Readonly<{ id: number; version: number }>>(
    actor: Actor,
    { action, find, expected, apply }: Change<Kept>,
  ): Promise<Kept> {
    return this.alone(actor, async (em) => {
      const kept = await find();
      if (expected !== undefined && expected !== kept.version) throw new VersionConflict(expected, kept.version);
      const before = { ...kept };
      await apply(kept);
      await em.flush();
      const changes = changesBetween(before, kept);
      if (changes !== '')
        await this.audit.noteOf(actor, { action, detail: `${subjectOf(action)} ${kept.id}: ${changes}` });
      return kept;
    });
  }

  private async alone<Result>(actor: Actor, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
    requireAdministrator(actor);
    try {
      const written = await this.em.transactional(
        async (em) => {
          await em.execute('select pg_advisory_xact_lock(?, ?)', [...numbersOf('referenceData')]);
          return work(em);
        },
        { clear: true },
      );
      await afterCommit(() => this.venue.learn());
      return written;
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new SymbolTaken();
      throw error;
    }
  }
}

const subjectOf = (action: AuditAction): string => action.split('.')[0] ?? '';
