import type { OrderStatus } from '../../engine/order.js';
import type { Side } from '../../engine/side.js';
import type { TimeBounds } from '../../http/time-range.dto.js';
import type { PageRange } from './order-paging.js';

type PartialFilter<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

export type OrderFilter = PageRange &
  PartialFilter<TimeBounds> &
  PartialFilter<{
    statuses: readonly OrderStatus[];
    acctId: number;
    instrumentId: number;
    symbol: string;
    side: Side;
    clientOrderId: string;
    updatedSince: number;
    sessionDate: string;
    cancelledBy: number;
  }>;

export type FillFilter = PageRange &
  PartialFilter<TimeBounds> &
  PartialFilter<{ acctId: number; instrumentId: number; symbol: string; orderId: number; sessionDate: string }>;

export type OrderActionFilter = PageRange &
  PartialFilter<TimeBounds> &
  PartialFilter<{ acctId: number; orderId: number }>;
