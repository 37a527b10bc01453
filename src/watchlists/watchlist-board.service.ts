import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { PositionsService } from '../accounts/positions/positions.service.js';
import type { Instrument } from '../engine/instrument.js';
import { type InstrumentDetails, InstrumentsService } from '../instruments/instruments.service.js';
import { BoardsService } from '../marketdata/boards.service.js';
import { BOARD_SIDES, findMarketItem, type MarketItem } from '../marketdata/market-item.js';
import { getTradingState, type TradingState } from '../marketdata/trading-state.js';
import type { WatchlistColumn } from './watchlist-columns.js';
import type { Watchlist } from './watchlist.entity.js';
import { WatchlistsService } from './watchlists.service.js';

/** An instrument of a watchlist now. `market` is null until the venue knows an instrument that was just listed. */
export type WatchlistRow = Readonly<{
  listed: InstrumentDetails;
  market: Readonly<{ state: TradingState; items: readonly MarketItem[] }> | null;
  /** On all accounts that the user owns or was granted. */
  position: number;
}>;

/** What a page shows: all lists of the user, and one of them with prices. */
export type WatchlistBoard = Readonly<{
  lists: readonly Watchlist[];
  shown: Watchlist | null;
  rows: readonly WatchlistRow[];
  columns: readonly WatchlistColumn[];
}>;

/** Combines the watchlists of a user with market data and positions, like their own endpoints. */
@Injectable()
export class WatchlistBoardService {
  constructor(
    private readonly watchlists: WatchlistsService,
    private readonly instruments: InstrumentsService,
    private readonly boards: BoardsService,
    private readonly access: AccountAccessService,
    private readonly positions: PositionsService,
  ) {}

  /** Without a watchlist, the first one. */
  async load(actor: Actor, watchlist?: Watchlist): Promise<WatchlistBoard> {
    const [lists, columns] = await Promise.all([this.watchlists.listAll(actor), this.watchlists.listColumns(actor)]);
    const shown = watchlist ?? lists[0] ?? null;
    return { lists, shown, columns, rows: shown === null ? [] : await this.loadRows(actor, shown) };
  }

  private async loadRows(actor: Actor, { instrumentIds: ids }: Watchlist): Promise<WatchlistRow[]> {
    if (ids.length === 0) return [];
    const [listed, markets, positions] = await Promise.all([
      this.instruments.list(actor, { size: ids.length, after: null, ids }),
      this.boards.readKnownBoards(actor, ids, (known) => new Map(known.map((one) => [one.id, readMarket(one)]))),
      this.sumPositions(actor, ids),
    ]);
    const detailsById = new Map(listed.map((details) => [details.instrument.id, details]));
    return ids.flatMap((id) => {
      const details = detailsById.get(id);
      return details === undefined
        ? []
        : [{ listed: details, market: markets.get(id) ?? null, position: positions.get(id) ?? 0 }];
    });
  }

  private async sumPositions(actor: Actor, instrumentIds: readonly number[]): Promise<Map<number, number>> {
    const acctIds = await this.access.findOwnAccounts(actor);
    const held = await this.positions.listOnAccounts(acctIds, {
      size: acctIds.length * instrumentIds.length,
      after: null,
      acctIds: undefined,
      instrumentIds,
    });
    const sums = new Map<number, number>();
    for (const { instrumentId, quantity } of held) sums.set(instrumentId, (sums.get(instrumentId) ?? 0) + quantity);
    return sums;
  }
}

const readMarket = (instrument: Instrument): NonNullable<WatchlistRow['market']> => ({
  state: getTradingState(instrument),
  items: BOARD_SIDES.flatMap((side) => findMarketItem(instrument, side, 0) ?? []),
});
