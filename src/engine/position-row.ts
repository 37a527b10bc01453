/** What is kept of a holding: as it stands, and as it was at the close of a session. */
import { type ExactPrice, NO_PRICE } from './exact-price.js';
import type { BeforeList, Profit, ProfitStart, SessionProfit } from './profit-history.js';

export type ReferenceHolding = ExactPrice & Readonly<{ asOf: string; quantity: number }>;
/** What a list says of an instrument that it leaves out. */
export const createFlatReference = (asOf: string): ReferenceHolding => ({ asOf, quantity: 0, ...NO_PRICE });
export type HoldingTrade = Readonly<{ sessionDate: string; quantity: number; price: number }>;

export type PositionRow = Readonly<{
  acctId: number;
  instrumentId: number;
  quantity: number;
  cost: bigint;
  realised: bigint;
  carried: Profit;
  reference: ReferenceHolding | null;
  /** Whether the reference said what the books said then: their quantity, at their average price. */
  referenceConfirms: boolean;
  /** In how many decimals more than prices of the market cost and profits are counted. */
  extraDecimals: number;
  /** From where profit since the money values is counted; null if that is the close of their date. */
  start: ProfitStart | null;
  /** What another list of the reference's date takes the place from; null under earlier rules. */
  beforeList: BeforeList | null;
}>;

/** What was held and what it was worth when a session closed; `net` is what the session did to the quantity. */
export type SessionClose = SessionProfit &
  Readonly<{
    net: number;
    mark: ExactPrice | null;
    extraDecimals: number;
    /** Whether it is counted from a list of that date or of a later one. */
    includesList: boolean;
  }>;
