import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { InstrumentEntity } from './instrument.entity.js';
import { InconsistentTermsError, UnknownInstrumentError, VersionConflictError } from './instrument-errors.js';
import { type InstrumentDetails, InstrumentsService } from './instruments.service.js';
import type { InstrumentStatusUpdates } from './instruments.dto.js';
import { ProductGroupsService } from './product-groups.service.js';
import { ReferenceDataService } from './reference-data.service.js';
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
   * The changed ones, by id. Instruments that are closed or expired, and those that have the status already, keep their
   * status and its reason.
   */
  async update(actor: Actor, updates: InstrumentStatusUpdates): Promise<InstrumentDetails[]> {
    const { status, status_reason: statusReason } = updates;
    const condition = await this.buildCondition(actor, updates);
    const changed = await this.referenceData.updateAll(actor, {
      action: 'instrument.changed',
      find: async () => {
        await this.checkVersions(updates);
        return this.em.find(InstrumentEntity, condition, { orderBy: { id: 'asc' } });
      },
      apply: async (turned) => {
        for (const instrument of turned) instrument.turn(status, statusReason ?? null);
        await this.venueSync.validateChange(actor, { turned });
      },
    });
    const ids = changed.map(({ id }) => id);
    return ids.length === 0 ? [] : this.instruments.list(actor, { size: ids.length, after: null, ids });
  }

  private async buildCondition(
    actor: Actor,
    {
      status,
      status_reason: statusReason,
      instrument_ids: ids,
      product_group_id: groupId,
      whole_venue: isWhole,
    }: InstrumentStatusUpdates,
  ): Promise<FilterQuery<InstrumentEntity>> {
    if ([ids, groupId, isWhole].filter((scope) => scope !== undefined).length !== 1)
      throw new InconsistentTermsError([
        { field: 'instrument_ids', message: 'give one of instrument_ids, product_group_id and whole_venue' },
      ]);
    if (status === 'Halted' && statusReason === undefined)
      throw new InconsistentTermsError([{ field: 'status_reason', message: 'say why trading is halted' }]);
    if (ids !== undefined) await this.requireAll(actor, ids);
    const products = groupId === undefined ? null : (await this.groups.get(actor, groupId)).products;
    return {
      givenStatus: status === 'Open' ? 'Halted' : 'Open',
      $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date(this.clock.now()) } }],
      ...(ids !== undefined && { id: { $in: ids } }),
      ...(products !== null && { productId: { $in: products.map(({ id }) => id) } }),
    };
  }

  private async checkVersions({
    instrument_ids: ids = [],
    expected_versions: versions,
  }: InstrumentStatusUpdates): Promise<void> {
    if (versions === undefined) return;
    if (versions.length !== ids.length)
      throw new InconsistentTermsError([
        { field: 'expected_versions', message: 'give one for each of instrument_ids, in their order' },
      ]);
    const expected = new Map(ids.map((id, index) => [id, versions[index] ?? 0]));
    for (const { id, version } of await this.em.find(InstrumentEntity, { id: { $in: ids } }))
      if (expected.get(id) !== version) throw new VersionConflictError(expected.get(id) ?? 0, version);
  }

  private async requireAll(actor: Actor, ids: readonly number[]): Promise<void> {
    const known = new Set((await this.instruments.findByIds(actor, ids)).map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw new UnknownInstrumentError(unknown);
  }
}
