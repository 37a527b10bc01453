import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import type { InstrumentEntity } from '../instruments/instrument.entity.js';
import { type InstrumentDetails, InstrumentsService } from '../instruments/instruments.service.js';
import type { SessionCalendar, TradingSession } from '../instruments/calendar/session-calendar.js';
import type { BarInterval, ListedBar } from '../marketdata/bars/bar.js';
import { BarsService } from '../marketdata/bars/bars.service.js';
import { MadeUpHistoryService } from '../marketdata/made-up/made-up-history.service.js';
import { BoardsService } from '../marketdata/boards.service.js';
import { LADDER_LEVELS } from './depth-bars.js';
import { TRADES_BELOW_LADDER } from '../marketdata/ladder-window.js';
import { BOARD_SIDES, DEPTH_SIDES, findMarketItem, type MarketItem } from '../marketdata/market-item.js';
import { type TradingState, getTradingState } from '../marketdata/trading-state.js';
import { type PublicTrade, TradesService } from '../marketdata/trades/trades.service.js';

/** The market data of an instrument at a moment. */
export type DeskMarket = Readonly<{
  listed: InstrumentDetails;
  tradesAtAllHours: boolean;
  /** The tradable instruments of the same product, including this one, by expiration. */
  others: readonly InstrumentEntity[];
  standing: TradingState;
  items: readonly MarketItem[];
  trades: readonly PublicTrade[];
}> &
  ChartBars;

/** The oldest first. */
export type ChartBars = Readonly<{
  bars: readonly ListedBar[];
  /** From before the first trade of a sandbox. */
  madeUpBars: readonly ListedBar[];
}>;

/** The last close of each session date, in order: those of the bars, the current or next one, and the one after it. */
export type ChartHistory = ChartBars & Readonly<{ sessions: readonly Pick<TradingSession, 'date' | 'closesAt'>[] }>;

type ChartRange = Readonly<{ span: BarInterval; size: number }>;

const BARS = 48;
const OTHERS = 40;

/** Just listed: the venue adds it at its next check. */
const NOT_YET_KNOWN: TradingState = {
  status: 'Closed',
  sessionDate: null,
  sessionIsOpen: false,
  previousClose: null,
  scale: 0,
};

/** Combines the data of other modules, like their own endpoints. */
@Injectable()
export class DeskMarketService {
  constructor(
    private readonly instruments: InstrumentsService,
    private readonly boards: BoardsService,
    private readonly trades: TradesService,
    private readonly bars: BarsService,
    private readonly history: MadeUpHistoryService,
    private readonly config: Config,
  ) {}

  async show(actor: Actor, instrumentId: number, span: BarInterval): Promise<DeskMarket> {
    const listed = await this.instruments.get(actor, instrumentId);
    const [others, shown, trades, chart] = await Promise.all([
      this.instruments.list(actor, {
        size: OTHERS,
        after: null,
        productId: listed.product.id,
        statuses: ['Open', 'Halted'],
      }),
      this.boards.readKnownBoards(actor, [instrumentId], ([instrument]) => ({
        standing: instrument === undefined ? NOT_YET_KNOWN : getTradingState(instrument),
        items: [...BOARD_SIDES, ...DEPTH_SIDES].flatMap(
          (side) => (instrument && findMarketItem(instrument, side, LADDER_LEVELS)) ?? [],
        ),
      })),
      this.trades.list(actor, { size: TRADES_BELOW_LADDER, instrumentId, after: 0, before: null, isNewestFirst: true }),
      this.listBars(actor, instrumentId, { span, size: BARS }),
    ]);
    return {
      ...shown,
      ...chart,
      listed,
      tradesAtAllHours: this.config.tradesAtAllHours,
      others: sortByExpiry(others.map(({ instrument }) => instrument)),
      trades,
    };
  }

  /** The newest bars of a chart, with their sessions. */
  async listHistory(
    actor: Actor,
    instrumentId: number,
    { now, ...range }: ChartRange & Readonly<{ now: number }>,
  ): Promise<ChartHistory> {
    const { group, product } = await this.instruments.get(actor, instrumentId);
    const chart = await this.listBars(actor, instrumentId, range);
    const isIntraday = range.span !== '1d' && range.span !== '1w';
    const starts = [...chart.madeUpBars, ...chart.bars].map(({ startsAt }) => startsAt);
    return { ...chart, sessions: isIntraday ? listSessionEnds(group.createCalendar(product), starts, now) : [] };
  }

  private async listBars(actor: Actor, instrumentId: number, { span, size }: ChartRange): Promise<ChartBars> {
    const range = { span, size, from: null, to: null, after: null, isNewestFirst: true };
    const bars = await this.bars.list(actor, instrumentId, range);
    const missing = size - bars.length;
    return {
      bars: bars.toReversed(),
      madeUpBars: missing > 0 ? await this.history.list(actor, instrumentId, span, missing) : [],
    };
  }
}

function sortByExpiry(instruments: readonly InstrumentEntity[]): InstrumentEntity[] {
  return [...instruments].sort(
    (one, other) =>
      (one.expiresAt?.getTime() ?? Infinity) - (other.expiresAt?.getTime() ?? Infinity) || one.id - other.id,
  );
}

/** A bar that starts between two sessions belongs to the next, like what is traded then. */
function listSessionEnds(calendar: SessionCalendar, starts: readonly number[], now: number): ChartHistory['sessions'] {
  const current = calendar.findSessionDate(now);
  const next = calendar.findSessionDate(calendar.findClose(current) ?? now);
  const dates = new Set([...starts.map((start) => calendar.findSessionDate(start)), current, next]);
  return [...dates].flatMap((date) => {
    const closesAt = calendar.findClose(date);
    return closesAt === null ? [] : [{ date, closesAt }];
  });
}
