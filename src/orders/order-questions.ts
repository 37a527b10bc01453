import type { OrderStatus } from '../engine/order.js';
import type { Side } from '../engine/side.js';
import type { TimeSpan } from '../http/time-range.dto.js';
import type { Span } from './pages.js';

type Asked<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

export type OrderFilter = Span &
  Asked<TimeSpan> &
  Asked<{
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

export type FillFilter = Span &
  Asked<TimeSpan> &
  Asked<{ acctId: number; instrumentId: number; symbol: string; orderId: number; sessionDate: string }>;

export type ActionFilter = Span & Asked<TimeSpan> & Asked<{ acctId: number; orderId: number }>;
