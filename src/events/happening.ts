/**
 * The facts of an account event before it becomes a view. They are the same from the engine and from the tables, so that both give
 * the same event.
 */
import type { EngineBreak } from '../engine/account.js';
import type { AccountAccess, AccountTerms } from '../engine/command.js';
import type { EngineOrderEvent } from '../engine/event.js';
import type { OrderDetails } from '../orders/order-record.js';

/** The command that caused the event, and its time. */
type EventOrigin = Readonly<{ seq: number; time: number }>;

export type OrderHappening = EventOrigin &
  Readonly<{
    step: EngineOrderEvent['type'] | 'OrderTraded';
    order: OrderDetails;
    scale: number;
    symbol: string;
    tradeId: number | null;
  }>;
export type PositionHappening = EventOrigin &
  Readonly<{
    acctId: number;
    instrumentId: number;
    symbol: string;
    currency: string;
    scale: number;
    valuePerUnit: bigint;
    quantity: number;
    cost: bigint;
    realised: bigint;
    extraDecimals: number;
  }>;
export type AccountHappening = EventOrigin & Readonly<{ acctId: number; isEnabled: boolean; terms: AccountTerms }>;
export type GrantHappening = EventOrigin & Readonly<{ acctId: number; userId: number; access: AccountAccess | null }>;
export type BreakHappening = EventOrigin &
  Readonly<{ type: 'BreakOpened' | 'BreakChanged' | 'BreakClosed'; row: EngineBreak; symbol: string }>;
