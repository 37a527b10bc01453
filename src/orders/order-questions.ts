import type { OrderStatus } from '../engine/order.js';

/** Which page of a list: how many rows at most, behind which id. */
type Page = Readonly<{ size: number; after: number }>;

type Asked<Filter> = { readonly [Name in keyof Filter]?: Filter[Name] | undefined };

export type OrderFilter = Page & Asked<{ statuses: readonly OrderStatus[]; acctId: number; instrumentId: number; clientOrderId: string; updatedSince: number; sessionDate: string }>;

export type FillFilter = Page & Asked<{ acctId: number; instrumentId: number; orderId: number; sessionDate: string }>;

export type ActionFilter = Page & Asked<{ acctId: number; orderId: number }>;
