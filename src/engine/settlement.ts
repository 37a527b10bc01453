/**
 * The end of positions in what has expired. Each is closed against the clearing house by a settlement trade at one price for all, so
 * what long positions win short ones lose; afterwards it needs no margin. Cash-settled or delivered, the trade says which: that of a
 * physical product is the record of what is to be delivered.
 *
 * The price is the settlement price (at the close of the last session that is the one given for it, else its last trade, else the
 * settlement price before), else the last trade of all. Where there is none, positions stay until a settlement price is given.
 */
import type { TradeRow } from './event.js';
import type { Holding } from './holding.js';
import type { Instrument } from './instrument.js';
import type { Outbox } from './outbox.js';
import { QUANTITY_MAX } from './risk.js';
import { SECOND_RULES } from './rules.js';
import type { State } from './state.js';

/** The number of the clearing house where a trade names an account, and of no order where it names one. */
export const CLEARING = 0;

export class Settlement {
  private time = 0;

  constructor(
    private readonly state: State,
    private readonly out: Outbox,
  ) {}

  /** The time of the command: every trade bears it. */
  begin(time: number): void {
    this.time = time;
  }

  /** To be called when no order of the instrument is left. */
  settleInstrument(instrument: Instrument): void {
    for (const holding of this.state.listHoldings(instrument)) this.settleHolding(holding);
  }

  /** What had expired before these rules were in force. */
  settleAll(): void {
    for (const instrument of [...this.state.instruments.values()].sort((a, b) => a.id - b.id))
      this.settleInstrument(instrument);
  }

  /** Also of a position that a statement claims later. */
  settleHolding(holding: Holding): void {
    const { instrument } = holding;
    const price = instrument.settlementPrice ?? instrument.board.statistics.last?.price ?? null;
    if (!this.state.followsRules(SECOND_RULES) || !instrument.isExpired || holding.quantity === 0 || price === null)
      return;
    const sessionDate = this.findTradeDate(holding);
    while (holding.quantity !== 0) {
      const trade = this.createTrade(holding, { price, sessionDate });
      holding.applyTrade({
        sessionDate,
        quantity: trade.buyAcctId === CLEARING ? -trade.quantity : trade.quantity,
        price,
      });
      this.out.emit({ type: 'Settled', trade });
    }
    this.out.markPositionChanged(holding);
  }

  private createTrade(
    { acctId, instrument, quantity: held }: Holding,
    at: Pick<TradeRow, 'price' | 'sessionDate'>,
  ): TradeRow {
    const [buyAcctId, sellAcctId] = held < 0 ? [acctId, CLEARING] : [CLEARING, acctId];
    return {
      id: ++this.state.counters.trade,
      instrumentId: instrument.id,
      ...at,
      quantity: Math.min(Math.abs(held), QUANTITY_MAX),
      aggressorSide: held < 0 ? 'Buy' : 'Sell',
      ...{ buyOrderId: CLEARING, sellOrderId: CLEARING, buyAcctId, sellAcctId },
      time: this.time,
      settlement: instrument.product.terms.settlementStyle ?? 'Cash',
    };
  }

  /** The session that goes on; where none does, or a statement has been taken at its word for it, the day after what is closed or stated: those closes stay as they are. */
  private findTradeDate({ instrument, reference }: Holding): string {
    const { sessionDate, sessionIsOpen } = instrument.product;
    const referenceDate = reference?.asOf ?? '';
    if (sessionDate !== null && sessionIsOpen && sessionDate > referenceDate) return sessionDate;
    return toNextDay(sessionDate !== null && sessionDate > referenceDate ? sessionDate : referenceDate);
  }
}

/** The engine has no calendar of its own, and needs none for this. */
function toNextDay(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [y, m, d] =
    day < countDays(year, month) ? [year, month, day + 1] : month < 12 ? [year, month + 1, 1] : [year + 1, 1, 1];
  return [String(y).padStart(4, '0'), ...[m, d].map((part) => String(part).padStart(2, '0'))].join('-');
}

function countDays(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
