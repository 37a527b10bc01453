import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { Config } from '../config/config.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/actor.decorator.js';
import { respondsWithJson, respondsWithPage, toJsonResponse } from '../http/accept.js';
import { CsvResponse, Direct, HtmlPage } from '../http/route-options.decorator.js';
import { type InstrumentDetails, InstrumentsService } from '../instruments/instruments.service.js';
import { ProductGroupsService } from '../instruments/groups/product-groups.service.js';
import { type BoardFilter, createInvalidParameter, MarketDataGuard } from './market-data.guard.js';
import { type BoardItems, boardPage } from './board.page.js';
import { sortBoard } from './board-sorting.js';
import { BoardsService } from './boards.service.js';
import { toListedInstrumentView } from './listed-instrument.view.js';
import { MarketDataQuery } from './market-data.dto.js';
import {
  BOARD_SIDES,
  DEPTH_SIDES,
  findMarketItem,
  type MarketSide,
  INSTRUMENTS_MAX,
  QUERY_LEVELS_MAX,
} from './market-item.js';
import { MARKET_COLUMNS, type MarketItemView, toMarketItemView } from './market-item.view.js';
import { MarketDataJsonCache } from './market-data-json-cache.js';
import { getTradingState } from './trading-state.js';

/** The groups of the selection on the page: a venue has some dozens. */
const GROUPS_MAX = 200;
/**
 * Rows on one page of the board.
 *
 * Two pages hold as many instruments as one request may name.
 */
const BOARD_LINES = INSTRUMENTS_MAX / 2;

@Controller('marketdata')
export class MarketDataController {
  private readonly jsonCache = new MarketDataJsonCache();

  constructor(
    private readonly boards: BoardsService,
    private readonly instruments: InstrumentsService,
    private readonly groups: ProductGroupsService,
    private readonly clock: VenueClockService,
    private readonly config: Config,
  ) {}

  /**
   * Shows current market data of instruments.
   *
   * One item per side: instruments and sides in the requested order. Sides without data have no item. `Buy` and `Sell`
   * are the best price with its total size, `Last` is the last trade, `High` and `Low` are the extremes of the
   * session's trades, `Volume` is the session's volume without a price. `seq` counts the changes of an instrument's
   * board.
   */
  @Get()
  @UseGuards(MarketDataGuard)
  @Direct()
  @HtmlPage(boardPage)
  @CsvResponse(MARKET_COLUMNS)
  async getMarketData(
    @CurrentActor() actor: Actor,
    @Query() query: MarketDataQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MarketItemView[]> {
    const { instrument_ids: ids, sides = BOARD_SIDES, include_depth: depth = 0 } = query;
    if (ids === undefined) return this.buildBoard(actor, query, request.boardFilter);
    if (ids.length * depth > QUERY_LEVELS_MAX)
      throw createInvalidParameter(
        'include_depth',
        `include_depth times the number of instruments must be at most ${QUERY_LEVELS_MAX}`,
      );
    if (respondsWithPage(request)) return this.buildBoard(actor, query, request.boardFilter);
    if (respondsWithJson(request))
      return toJsonResponse(
        reply,
        await this.boards.readBoards(actor, ids, (instruments) =>
          this.jsonCache.get(query, instruments, { sides, depth }),
        ),
      );
    return this.readItems(actor, ids, query);
  }

  /** A page without named instruments shows the tradable ones that match the search. */
  private async buildBoard(actor: Actor, query: MarketDataQuery, filter?: BoardFilter): Promise<BoardItems> {
    const { instrument_ids: ids } = query;
    const [candidates, groups] = await Promise.all([
      this.findInstruments(actor, ids, filter),
      this.groups.list(actor, { size: GROUPS_MAX, after: null }),
    ]);
    const isCut = ids === undefined && candidates.length > INSTRUMENTS_MAX;
    const all = sortByGroup(candidates.slice(0, INSTRUMENTS_MAX));
    const sort = filter?.sort ?? null;
    const { pageInstruments, others } = takeBoardPage(all, sort === null ? filter?.page : null);
    const tradingStates = await this.boards.readKnownBoards(
      actor,
      pageInstruments.map(({ instrument }) => instrument.id),
      (known) => new Map(known.map((one) => [one.id, getTradingState(one)])),
    );
    const moment = { now: this.clock.now(), tradesAtAllHours: this.config.tradesAtAllHours };
    const listed = pageInstruments.flatMap((one) => {
      const tradingState = tradingStates.get(one.instrument.id);
      return tradingState === undefined ? [] : [toListedInstrumentView(one, tradingState, moment)];
    });
    const items = await this.readItems(actor, ids ?? listed.map(({ id }) => id), query);
    return Object.assign(items, {
      listed: sort === null ? listed : sortBoard(listed, items, sort),
      choice: {
        groups: groups.map(({ group: { id, name } }) => ({ id, name })),
        isCut,
        others: others.count > 0 ? others : null,
      },
    });
  }

  private findInstruments(
    actor: Actor,
    ids: readonly number[] | undefined,
    filter: BoardFilter | undefined,
  ): Promise<InstrumentDetails[]> {
    const pageFilter = { size: INSTRUMENTS_MAX + 1, after: null, groupId: filter?.groupId, search: filter?.search };
    return this.instruments.list(
      actor,
      ids === undefined ? { ...pageFilter, statuses: ['Open', 'Halted'] } : { ...pageFilter, ids },
    );
  }

  private readItems(
    actor: Actor,
    ids: readonly number[],
    { sides, include_depth: depth = 0 }: MarketDataQuery,
  ): Promise<MarketItemView[]> {
    const requestedSides: readonly MarketSide[] = [...(sides ?? BOARD_SIDES), ...(depth === 0 ? [] : DEPTH_SIDES)];
    return this.boards.readBoards(actor, ids, (instruments) =>
      instruments
        .flatMap((instrument) => requestedSides.flatMap((side) => findMarketItem(instrument, side, depth) ?? []))
        .map(toMarketItemView),
    );
  }
}

/** Half of a long board, and what the other half has. A sorted board is one page: with the market, rows would move from half to half. */
function takeBoardPage(all: readonly InstrumentDetails[], page: number | null = 1) {
  if (page === null) return { pageInstruments: all, others: { count: 0, page: 1 } };
  return page === 2
    ? { pageInstruments: all.slice(BOARD_LINES), others: { count: Math.min(BOARD_LINES, all.length), page: 1 } }
    : { pageInstruments: all.slice(0, BOARD_LINES), others: { count: all.length - BOARD_LINES, page: 2 } };
}

/** Sorted by group, product and expiration. */
function sortByGroup(listed: readonly InstrumentDetails[]): InstrumentDetails[] {
  const expiry = ({ instrument }: InstrumentDetails): number => instrument.expiresAt?.getTime() ?? Infinity;
  const compareExpiry = (one: InstrumentDetails, other: InstrumentDetails): number =>
    expiry(one) === expiry(other) ? one.instrument.id - other.instrument.id : expiry(one) - expiry(other);
  return [...listed].sort(
    (one, other) => one.group.id - other.group.id || one.product.id - other.product.id || compareExpiry(one, other),
  );
}
