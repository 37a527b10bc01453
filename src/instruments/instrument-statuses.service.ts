import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AuditedAction } from '../audit/audit-writing.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { InstrumentEntity } from './instrument.entity.js';
import { InconsistentTermsError, UnknownInstrumentError, VersionConflictError } from './instrument-errors.js';
import { type InstrumentDetails, InstrumentsService } from './instruments.service.js';
import type { InstrumentStatusUpdates } from './instruments.dto.js';
import { ProductGroupsService } from './groups/product-groups.service.js';
import { describeEach, ReferenceDataService, type RowChange } from './reference-data.service.js';
import { VenueSyncService } from './venue-sync.service.js';

/** Halts and resumes many instruments at once. */
@Injectable()
export class InstrumentStatusesService {
  constructor(
    private readonly em: EntityManager,
    private readonly groups: ProductGroupsService,
    private readonly instruments: InstrumentsService,
    private readonly referenceData: ReferenceDataService,
    private readonly venueSync: VenueSyncService,
    private readonly clock: VenueClockService,
  ) {}

  /**
   * The changed ones, by id. Instruments that are closed or expired stay as they are. Named ones get another reason if they have the
   * status already, and are opened if they are closed.
   */
  async update(actor: Actor, updates: InstrumentStatusUpdates): Promise<InstrumentDetails[]> {
    const { status, status_reason: statusReason } = updates;
    requireOneScope(updates);
    if (status === 'Halted' && statusReason === undefined)
      throw new InconsistentTermsError([{ field: 'status_reason', message: 'say why trading is halted' }]);
    const changed = await this.referenceData.updateAll(actor, {
      action: 'instrument.changed',
      find: async () => {
        const found = await this.findAll(actor, updates);
        const now = this.clock.now();
        return found.filter((instrument) => isConcerned(instrument, updates, now));
      },
      apply: async (turned) => {
        const setter = { userId: actor.actingUserId, at: new Date(this.clock.now()) };
        for (const instrument of turned) instrument.turn(status, statusReason ?? null, setter);
        await this.venueSync.validateChange(actor, { turned });
      },
      describe: (changes) => describeStatusChanges(updates, changes),
    });
    const ids = changed.map(({ id }) => id);
    return ids.length === 0 ? [] : this.instruments.list(actor, { size: ids.length, after: null, ids });
  }

  /** Those that are named, or those of the scope that have the other status. */
  private async findAll(
    actor: Actor,
    { status, product_group_id: groupId, instrument_ids: ids, expected_versions: versions }: InstrumentStatusUpdates,
  ): Promise<InstrumentEntity[]> {
    const order = { orderBy: { id: 'asc' } } as const;
    if (ids !== undefined) {
      const found = await this.em.find(InstrumentEntity, { id: { $in: ids } }, order);
      requireVersions(ids, versions, new Map(found.map(({ id, version }) => [id, version])));
      return found;
    }
    const givenStatus = status === 'Open' ? 'Halted' : 'Open';
    if (groupId === undefined) return this.em.find(InstrumentEntity, { givenStatus }, order);
    const { products } = await this.groups.get(actor, groupId);
    return this.em.find(InstrumentEntity, { givenStatus, productId: { $in: products.map(({ id }) => id) } }, order);
  }
}

function requireOneScope({
  instrument_ids: ids,
  expected_versions: versions,
  product_group_id: groupId,
  whole_venue: isWhole,
}: InstrumentStatusUpdates): void {
  if ([ids, groupId, isWhole].filter((scope) => scope !== undefined).length !== 1)
    throw new InconsistentTermsError([
      { field: 'instrument_ids', message: 'give one of instrument_ids, product_group_id and whole_venue' },
    ]);
  if (versions !== undefined && versions.length !== (ids ?? []).length)
    throw new InconsistentTermsError([
      { field: 'expected_versions', message: 'give one for each of instrument_ids, in their order' },
    ]);
}

/** Each of the named instruments is known and, where a version is expected, has it. */
function requireVersions(
  ids: readonly number[],
  expected: readonly number[] | undefined,
  versions: ReadonlyMap<number, number>,
): void {
  for (const [index, id] of ids.entries()) {
    const version = versions.get(id);
    if (version === undefined) throw new UnknownInstrumentError(id);
    const before = expected?.[index] ?? version;
    if (before !== version) throw new VersionConflictError(before, version);
  }
}

function isConcerned(
  instrument: InstrumentEntity,
  { status, status_reason: reason, instrument_ids: ids }: InstrumentStatusUpdates,
  now: number,
): boolean {
  const current = instrument.getStatusAt(now);
  if (current === 'Expired') return false;
  // What is closed is opened where it is named.
  if (current === 'Closed') return ids !== undefined && status === 'Open';
  return current !== status || (ids !== undefined && reason !== undefined && reason !== instrument.statusReason);
}

/**
 * The audit entries of instruments that were halted or resumed together: one for all that changed alike, with the group or the venue that
 * was named. So it loses nothing: halts of different reasons that end together have an entry for each reason.
 */
function describeStatusChanges(
  { status, product_group_id: groupId, whole_venue: isWhole }: InstrumentStatusUpdates,
  changes: readonly RowChange[],
): readonly AuditedAction[] {
  const isNamed = groupId === undefined && isWhole === undefined;
  if (isNamed && changes.length === 1) return describeEach('instrument.changed', changes);
  return Object.values(Object.groupBy(changes, ({ fields }) => JSON.stringify(fields))).map((alike = []) => ({
    action: status === 'Halted' ? 'instruments.halted' : 'instruments.resumed',
    ...(groupId !== undefined && { subject: ['productgroup', groupId] }),
    changes: {
      ...(isWhole && { whole_venue: true }),
      count: alike.length,
      fields: alike[0]?.fields,
      instrument: alike.map(({ id }) => id),
    },
  }));
}
