import { EntityManager, LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { UnknownInstrumentError, VersionConflictError } from '../instruments/instrument-errors.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import { User } from '../users/user.entity.js';
import type { WatchlistColumn } from './watchlist-columns.js';
import { TooManyWatchlistsError, UnknownWatchlistError, WatchlistNameTakenError } from './watchlist-errors.js';
import { WATCHLISTS_MAX } from './watchlist-limits.js';
import { Watchlist, WatchlistLayout } from './watchlist.entity.js';
import type { NewWatchlist, ReplacedWatchlist } from './watchlists.dto.js';

type WatchlistFilter = Readonly<{ size: number; after: number; instrumentId?: number | undefined }>;

type AddedInstrument = Readonly<{ instrumentId: number; symbol: string; isNew: boolean }>;

/** Manages the watchlists of a user. Nobody else sees them; an administrator who acts for the user does. */
@Injectable()
export class WatchlistsService {
  constructor(
    private readonly em: EntityManager,
    private readonly instruments: InstrumentsService,
  ) {}

  async list({ userId }: Actor, { size, after, instrumentId }: WatchlistFilter): Promise<Watchlist[]> {
    const isWatched = instrumentId === undefined ? {} : { [raw('? = any(instrument_ids)', [instrumentId])]: true };
    return this.em.find(
      Watchlist,
      { userId, id: { $gt: after }, ...isWatched },
      { orderBy: { id: 'asc' }, limit: size },
    );
  }

  /** All of them: a user has a bounded number. */
  async listAll(actor: Actor): Promise<Watchlist[]> {
    return this.list(actor, { size: WATCHLISTS_MAX, after: 0 });
  }

  /** The owner is part of the query, so that another user's watchlist and an unknown one cannot be distinguished. */
  async find({ userId }: Actor, id: number): Promise<Watchlist> {
    const watchlist = await this.em.findOne(Watchlist, { id, userId });
    if (!watchlist) throw new UnknownWatchlistError();
    return watchlist;
  }

  /** The user's row is locked while their watchlists are counted. */
  async create(actor: Actor, { name, instrument_ids: ids = [] }: NewWatchlist): Promise<Watchlist> {
    const { userId } = actor;
    await this.requireInstruments(actor, ids);
    return this.write(async (em) => {
      await lockUser(em, userId);
      if ((await em.count(Watchlist, { userId })) >= WATCHLISTS_MAX) throw new TooManyWatchlistsError();
      const watchlist = new Watchlist(userId, name, ids);
      await em.persist(watchlist).flush();
      return watchlist;
    });
  }

  async replace(actor: Actor, id: number, replacement: ReplacedWatchlist): Promise<Watchlist> {
    const { name, instrument_ids: ids, expected_version: expected } = replacement;
    await this.requireInstruments(actor, ids);
    return this.change(actor, id, (watchlist) => {
      if (expected !== undefined && expected !== watchlist.version)
        throw new VersionConflictError(expected, watchlist.version);
      Object.assign(watchlist, { name, instrumentIds: ids });
    });
  }

  async rename(actor: Actor, id: number, name: string): Promise<Watchlist> {
    return this.change(actor, id, (watchlist) => {
      watchlist.name = name;
    });
  }

  /** At the end, unless the list has it already. */
  async addSymbol(actor: Actor, id: number, typed: string): Promise<AddedInstrument> {
    const { id: instrumentId, symbol } = await this.instruments.getBySymbol(actor, typed);
    let isNew = true;
    await this.change(actor, id, (watchlist) => {
      isNew = !watchlist.instrumentIds.includes(instrumentId);
      watchlist.add(instrumentId);
    });
    return { instrumentId, symbol, isNew };
  }

  async addInstrument(actor: Actor, id: number, instrumentId: number): Promise<Watchlist> {
    await this.requireInstruments(actor, [instrumentId]);
    return this.change(actor, id, (watchlist) => watchlist.add(instrumentId));
  }

  async removeInstrument(actor: Actor, id: number, instrumentId: number): Promise<Watchlist> {
    return this.change(actor, id, (watchlist) => watchlist.remove(instrumentId));
  }

  async moveInstrument(actor: Actor, id: number, instrumentId: number, by: -1 | 1): Promise<Watchlist> {
    return this.change(actor, id, (watchlist) => watchlist.move(instrumentId, by));
  }

  async remove({ userId }: Actor, watchlist: Watchlist): Promise<void> {
    const { id } = watchlist;
    if ((await this.em.nativeDelete(Watchlist, { id, userId })) === 0) throw new UnknownWatchlistError();
  }

  async listColumns({ userId }: Actor): Promise<WatchlistColumn[]> {
    return ((await this.em.findOne(WatchlistLayout, { userId })) ?? new WatchlistLayout(userId)).columns;
  }

  async moveColumn({ userId }: Actor, column: WatchlistColumn, by: -1 | 1): Promise<void> {
    await this.em.transactional(async (em) => {
      await lockUser(em, userId);
      const layout = (await em.findOne(WatchlistLayout, { userId })) ?? new WatchlistLayout(userId);
      layout.move(column, by);
      await em.persist(layout).flush();
    });
  }

  /** A change without effect keeps the version. */
  private async change(actor: Actor, id: number, apply: (watchlist: Watchlist) => void): Promise<Watchlist> {
    return this.write(async (em) => {
      const watchlist = await em.findOne(
        Watchlist,
        { id, userId: actor.userId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!watchlist) throw new UnknownWatchlistError();
      const before = describe(watchlist);
      apply(watchlist);
      if (describe(watchlist) !== before) watchlist.version++;
      return watchlist;
    });
  }

  private async requireInstruments(actor: Actor, ids: readonly number[]): Promise<void> {
    const known = new Set((await this.instruments.findByIds(actor, ids)).map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined) throw new UnknownInstrumentError(unknown);
  }

  /** The name of a list is unique to its user, without regard to case: the database decides between two requests. */
  private async write(work: (em: EntityManager) => Promise<Watchlist>): Promise<Watchlist> {
    try {
      return await this.em.transactional(async (em) => {
        const watchlist = await work(em);
        await em.flush();
        return watchlist;
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new WatchlistNameTakenError();
      throw error;
    }
  }
}

async function lockUser(em: EntityManager, id: number): Promise<void> {
  const options = { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
  await em.findOne(User, { id }, options);
}

const describe = ({ name, instrumentIds }: Watchlist): string => JSON.stringify([name, instrumentIds]);
