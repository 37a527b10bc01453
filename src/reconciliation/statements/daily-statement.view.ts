import { toPrice, toTimestamp, toValue } from '../../accounts/exchange-numbers.js';
import type { DailyStatement } from './daily-statement.service.js';
import type { StatementPosition } from './statement-position.js';
import { toResolution } from '../breaks/break.view.js';
import type { MarketMakerChoice } from '../../accounts/market-maker-choice.js';
import type { DayStatement } from './day-statements.service.js';

/**
 * An account at the close of a date.
 *
 * @example { "acct_id": 7, "as_of": "2026-01-30", "currency": "USD", "final": true, "session_closes": { "first": "2026-01-30T22:00:00.000Z", "last": "2026-01-30T22:00:00.000Z" }, "net_liq": 1000250.5, "cash_balance": 1000000, "day_pnl": 250.5, "day_realised_pnl": 0, "total": { "day_pnl": 250.5, "day_realised_pnl": 0 }, "later_list": null, "baseline": { "as_of": "2026-01-29", "version": 1 }, "previous": "2026-01-29", "next": null, "day_before": "2026-01-29", "day_after": "2026-01-31", "position": [{ "instrument_id": 1, "symbol": "ESZ26", "session_date": "2026-01-30", "quantity": 2, "change": 2, "list_change": null, "list_date": null, "mark_price": 6712.25, "mark_source": "close", "mark_date": "2026-01-30", "day_pnl": 250.5, "day_realised_pnl": 0, "reference_quantity": 2, "difference": 0, "break_id": null, "break_resolution": null, "previous_price": null, "previous_date": null, "list_price": null }] }
 */
export type DailyStatementView = ReturnType<typeof toDailyStatementView>;

export function toDailyStatementView(statement: DailyStatement) {
  const { sessionCloses, profit, baseline, days, laterList } = statement;
  return {
    acct_id: statement.acctId,
    as_of: statement.asOf,
    /** ISO 4217 code of all amounts. */
    currency: statement.currency,
    /** False while a session of that date or before is open or yet to open, of any product: its trades are not in the statement. */
    final: statement.isFinal,
    /** When the sessions of the date close, the first of all products and the last: later trades are in the next statement. Null without a session. */
    session_closes: sessionCloses && { first: toTimestamp(sessionCloses.first), last: toTimestamp(sessionCloses.last) },
    /**
     * Net liquidation value: the money values of `baseline` plus the P&L of all closes of the account since. A position without a close of
     * its own is in it only if the money values include it.
     */
    net_liq: toValue(statement.netLiq),
    cash_balance: toValue(statement.cashBalance),
    /** P&L of the sessions of that date, realized or not. */
    day_pnl: toValue(profit.total),
    day_realised_pnl: toValue(profit.realised),
    /** The same, which a table has in each line beside the P&L of the position. */
    total: { day_pnl: toValue(profit.total), day_realised_pnl: toValue(profit.realised) },
    /** The list that the statement is counted from, where it was posted after the last of `session_closes`. Null otherwise. */
    later_list: laterList && { id: laterList.seq, as_of: laterList.asOf, posted_at: toTimestamp(laterList.postedAt) },
    /** The money values that the values are counted from: the latest up to that date. Null without any. */
    baseline: baseline === null ? null : { as_of: baseline.asOf, version: baseline.version },
    /** The date of the close before. Null before the first. */
    previous: statement.previous,
    /** The date of the close after. Null after the last. */
    next: statement.next,
    /** The day before. Null if there is no statement of it, because the account was opened later. */
    day_before: days.before,
    /** The day after. Null if it is in the future. */
    day_after: days.after,
    /** Positions that were held, changed or reported. */
    position: statement.positions.map(toPositionView),
  };
}

function toPositionView(position: StatementPosition) {
  const { scale, close, quantity, profit, reference, broken } = position;
  const isHeld = quantity !== 0 || (reference ?? 0) !== 0;
  return {
    instrument_id: position.instrumentId,
    symbol: position.symbol,
    /** The session whose close the row has: that of the date, or the last one before. Null if only the back office reported a position. */
    session_date: close?.sessionDate ?? null,
    /**
     * Contracts in the books: at the close of `session_date`, or as the latest list of the back office before the date says if no session
     * has closed since. Negative for a short position.
     */
    quantity,
    /** What the session of the date did to the quantity. */
    change: position.change,
    ...toListedView(position.listed),
    // A price beside no position would be one of nothing.
    ...toMarkView(isHeld ? position.closingPrice : null, scale),
    day_pnl: toValue(profit.total),
    day_realised_pnl: toValue(profit.realised),
    ...toStartingView(position.startingPrices, scale),
    /** Contracts that the back office reported for the date. Null without a list. */
    reference_quantity: reference,
    /** `reference_quantity` minus `quantity`. Null without a list of the date, and before the close. */
    difference: position.difference,
    /** The latest break in the instrument by a list of the date. Null if none was opened. */
    break_id: broken?.id ?? null,
    /** How that break was closed: `Agreed` by a list, or `Accepted` by an administrator. Null while it is open. */
    break_resolution: broken && toResolution(broken),
  };
}

const toListedView = (listed: StatementPosition['listed']) => ({
  /** What the list of `list_date` changed in the books. Null if it agreed, or if a later session has closed before the date. */
  list_change: listed === null ? null : listed.change,
  /** The date of the list of the back office that changed the quantity after its close. */
  list_date: listed === null ? null : listed.asOf,
});

const toStartingView = ({ previous, listed }: StatementPosition['startingPrices'], scale: number) => ({
  /** The closing price that the P&L of the day starts from, for what was held over that close. Null if nothing was, or without a session of the date. */
  previous_price: previous === null ? null : toPrice(previous.price, scale + previous.extraDecimals),
  /** The session of that close. */
  previous_date: previous === null ? null : previous.date,
  /**
   * The price that the P&L of the day starts from, for what the list of `list_date` has added: that of the list, or its closing price where
   * the money values are of that date or later. Null if it has added nothing.
   */
  list_price: listed === null ? null : toPrice(listed.price, scale + listed.extraDecimals),
});

const toMarkView = (mark: StatementPosition['closingPrice'], scale: number) => ({
  /** The closing price of the instrument. Null if there is none from any source, or if neither side holds a position. */
  mark_price: mark === null ? null : toPrice(mark.price, scale + mark.extraDecimals),
  /**
   * Where the price is from: `close` is the last close of the account in the instrument, `settlement` a session that closed without the
   * account, `reference` the latest list of the back office, where no session has closed. Only prices of closes are in amounts.
   */
  mark_source: mark === null ? null : mark.source,
  /** The date of the price: the session, or the list. */
  mark_date: mark === null ? null : mark.date,
});

export const DAILY_STATEMENT_COLUMNS = [
  'acct_id',
  'acct_name',
  'owner_name',
  'as_of',
  'currency',
  'final',
  'instrument_id',
  'symbol',
  'session_date',
  'quantity',
  'change',
  'mark_price',
  'day_pnl',
  'day_realised_pnl',
  'reference_quantity',
  'net_liq',
  'cash_balance',
  'mark_source',
  'mark_date',
  'list_change',
  'list_date',
  'difference',
  'break_id',
  'break_resolution',
  'previous_price',
  'previous_date',
  'list_price',
  'total.day_pnl',
  'total.day_realised_pnl',
];

/**
 * The values of an account at the close of a date, as its statement has them.
 *
 * @example { "acct_id": 7, "as_of": "2026-01-30", "currency": "USD", "final": true, "net_liq": 1000250.5, "cash_balance": 1000000, "day_pnl": 250.5, "day_realised_pnl": 0, "open_breaks": 1 }
 */
export type DayStatementView = ReturnType<typeof toDayStatementView>;

export function toDayStatementView(statement: DayStatement) {
  return {
    acct_id: statement.acctId,
    as_of: statement.asOf,
    /** ISO 4217 code of all amounts. */
    currency: statement.currency,
    /** False while a session of that date or before is open or yet to open, of any product: its trades are not in the statement. */
    final: statement.isFinal,
    net_liq: toValue(statement.netLiq),
    cash_balance: toValue(statement.cashBalance),
    /** P&L of the sessions of that date, realized or not. */
    day_pnl: toValue(statement.profit.total),
    day_realised_pnl: toValue(statement.profit.realised),
    /** Open breaks of lists up to that date. */
    open_breaks: statement.openBreaks,
  };
}

/** The rows, and for the page their date, which a list without rows has as well, and the choice of the market maker. JSON omits these. */
export type DayStatementsView = DayStatementView[] & {
  asOf?: string;
  isToday?: boolean;
  marketMaker?: MarketMakerChoice | null;
};

export const DAY_STATEMENT_COLUMNS = [
  'acct_id',
  'acct_name',
  'owner_name',
  'as_of',
  'currency',
  'final',
  'net_liq',
  'cash_balance',
  'day_pnl',
  'day_realised_pnl',
  'open_breaks',
];
