import { parseSort } from '../database/sorting.js';
import type { BreakQuestion } from './breaks.dto.js';
import type { BreakFilter } from './breaks.service.js';

/** The filters and the order of a list. `status` is that of a query without one. */
export function toBreakFilter(
  query: BreakQuestion,
  { status: usual, now }: Readonly<{ status: 'Open' | 'All'; now: number }>,
): BreakFilter {
  const { acct_id: acctId, instrument_id: instrumentId, as_of: asOf, status = usual } = query;
  return {
    now,
    sort: parseSort(query.sort),
    account: query.account,
    olderThanDays: query.older_than_days,
    symbol: query.symbol,
    assigneeId: query.assignee_id,
    isOverdue: query.overdue === 'true',
    ...(acctId !== undefined && { acctId }),
    ...(instrumentId !== undefined && { instrumentId }),
    ...(asOf !== undefined && { asOf }),
    ...(status !== 'All' && { status }),
  };
}
