import { toValue } from '../accounts/exchange-numbers.js';
import type { MarketMakerChoice } from '../accounts/market-maker-choice.js';
import type { DayStatement } from './day-statements.service.js';

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
