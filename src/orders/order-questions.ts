import type { OrderStatus } from '../engine/order.js';
import type { Side } from '../engine/side.js';
import type { Span } from './pages.js';

type Asked<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

export type OrderFilter = Span &
  Asked<{ statuses: readonly OrderStatus[]; acctId: number; instrumentId: number; symbol: string; side: Side; clientOrderId: string; updatedSince: number; sessionDate: string; cancelledBy: number }>;

export type FillFilter = Span & Asked<{ acctId: number; instrumentId: number; symbol: string; orderId: number; sessionDate: string }>;

export type ActionFilter = Span & Asked<{ acctId: number; orderId: number }>;
