import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { BoundedMap } from '../../access/bounded-map.js';
import { Config } from '../../config/config.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import { findListingPrice } from '../../instruments/sandbox/listing-price.js';
import { findSandboxPlan } from '../../instruments/sandbox/sandbox-market.js';
import type { SessionCalendar } from '../../instruments/calendar/session-calendar.js';
import { parseDecimal, toUnits } from '../../money/decimal.js';
import type { Bar, BarInterval, ListedBar } from '../bars/bar.js';
import { BarsService } from '../bars/bars.service.js';
import { getTradingState } from '../trading-state.js';
import { type History, makeUpBars } from './made-up-bars.js';

type Question = Readonly<{ span: BarInterval; size: number; hours: string }>;

const MINUTE = 60_000;
/** Lists of made-up bars that are kept: those of every interval for some thirty instruments. */
const KEPT_MAX = 256;

/**
 * Bars from before the first trade, so that charts of a sandbox are not empty. They are made when they are read, and the
 * last ones are kept: no trade, order or table knows of them, and outside a sandbox there are none.
 */
@Injectable()
export class MadeUpHistoryService {
  private readonly kept = new BoundedMap<string, Readonly<{ basis: string; bars: readonly Bar[] }>>(KEPT_MAX);

  constructor(
    private readonly config: Config,
    private readonly instruments: InstrumentsService,
    private readonly exchange: ExchangeService,
    private readonly bars: BarsService,
  ) {}

  /** The oldest first; none for an instrument that a user has added. */
  async list(actor: Actor, instrumentId: number, span: BarInterval, size: number): Promise<ListedBar[]> {
    if (this.config.mode !== 'sandbox') return [];
    const details = await this.instruments.get(actor, instrumentId);
    const { group, product, instrument } = details;
    if (findSandboxPlan(group.symbol, product.symbol) === undefined) return [];
    const facts = await this.exchange.look(({ instruments }) => {
      const known = instruments.get(instrumentId);
      if (known === undefined) return null;
      const { tick, scale } = known.product.terms;
      return { tick, scale, previousClose: getTradingState(known).previousClose };
    });
    const price = facts && (toPriceUnits(findListingPrice(details), facts.scale) ?? facts.previousClose);
    if (facts === null || price === null) return [];
    const { tick, scale } = facts;
    const calendar = group.createCalendar(product);
    const end = await this.findEnd(actor, instrumentId, calendar);
    const history = { instrumentId, tick, price, listedAt: instrument.createdAt.getTime(), calendar, ...end };
    const bars = this.makeUp(history, { span, size, hours: `${group.version} ${product.version}` });
    return bars.map((bar) => ({ ...bar, instrumentId, span, scale })).reverse();
  }

  /** The minute and the session of the first trade, as the bars of trades have them; without one, those of now. */
  private async findEnd(
    actor: Actor,
    instrumentId: number,
    calendar: SessionCalendar,
  ): Promise<Pick<History, 'endsAt' | 'sessionDate'>> {
    const findFirst = async (span: BarInterval): Promise<number | undefined> => {
      const range = { span, from: null, to: null, after: null, isNewestFirst: false, size: 1 };
      return (await this.bars.list(actor, instrumentId, range))[0]?.startsAt;
    };
    const minute = await findFirst('1m');
    const session = minute === undefined ? undefined : await findFirst('1d');
    // Bars depend on the minute alone.
    const endsAt = minute ?? Math.floor(this.exchange.now() / MINUTE) * MINUTE;
    const sessionDate =
      session === undefined ? calendar.findSessionDate(endsAt) : new Date(session).toISOString().slice(0, 10);
    return { endsAt, sessionDate };
  }

  /** The newest first. A walk over tens of thousands of minutes, so the last result of each question is kept; `hours` is the version of the calendar. */
  private makeUp(history: History, { span, size, hours }: Question): readonly Bar[] {
    const { instrumentId, tick, price, listedAt, endsAt, sessionDate } = history;
    const key = `${instrumentId} ${span} ${size}`;
    const basis = [tick, price, listedAt, endsAt, sessionDate, hours].join(' ');
    const kept = this.kept.get(key);
    if (kept?.basis === basis) return kept.bars;
    const bars = makeUpBars(history, span, size);
    this.kept.set(key, { basis, bars });
    return bars;
  }
}

/** Null where there is none, or none of the product's scale. */
function toPriceUnits(price: string | null, scale: number): number | null {
  const decimal = price === null ? null : parseDecimal(price);
  const units = decimal === null ? null : toUnits(decimal, scale);
  return typeof units === 'number' ? units : null;
}
