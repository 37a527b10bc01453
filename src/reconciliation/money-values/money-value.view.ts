import { toAmount, toTimestamp } from '../../accounts/exchange-numbers.js';
import type { CurvePoint } from './money-values.service.js';
import type { PostedMoneyValue } from '../stated.js';

/**
 * The value of an account at the close of a date, as reported by the back office.
 *
 * @example { "acct_id": 7, "as_of": "2026-01-30", "version": 1, "cash_balance": 1000000, "net_liq": 1000250.5, "posted_at": "2026-01-31T06:00:00.000Z", "posted_by": 1 }
 */
export type MoneyValueView = ReturnType<typeof toMoneyValueView>;

export function toMoneyValueView({ value, postedBy }: PostedMoneyValue) {
  return {
    acct_id: value.acctId,
    as_of: value.asOf,
    /** Each correction of a date adds a version. The highest version counts. */
    version: value.version,
    cash_balance: toAmount(value.cashBalance),
    net_liq: toAmount(value.netLiq),
    posted_at: toTimestamp(value.postedAt),
    /** The user who posted it. Null is the system, which funds accounts in the sandbox. */
    posted_by: postedBy,
  };
}

/** A point of the chart: the latest version of a close. */
export type CurvePointView = Pick<MoneyValueView, 'as_of' | 'version' | 'cash_balance' | 'net_liq'>;

export const toCurvePointView = ({ asOf, netLiq, cashBalance }: CurvePoint): CurvePointView => ({
  as_of: asOf,
  version: 1,
  cash_balance: toAmount(cashBalance),
  net_liq: toAmount(netLiq),
});

/** The rows, and for the page the chart of the whole date range. JSON omits `curve`, because it is not an array element. */
export type DrawnMoneyValues = MoneyValueView[] & { curve?: readonly CurvePointView[] };

export const MONEY_VALUE_COLUMNS = [
  'acct_id',
  'acct_name',
  'owner_name',
  'as_of',
  'version',
  'cash_balance',
  'net_liq',
  'posted_at',
  'posted_by',
];
