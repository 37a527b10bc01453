/**
 * What the engine reports as done, in order. Rows are complete: the writer never has to compute, and a reader of an
 * old one never sees it change. Prices are units of the product, money is in 10^-4 of the currency.
 */
import type { EngineBreak, ReportedMoney } from './account.js';
import type { MarketSide } from './board.js';
import type {
  AccountAccess,
  AccountTerms,
  CommandBody,
  InstrumentTerms,
  ProductGroupTerms,
  ProductTerms,
  SettlementStyle,
} from './command.js';
import type { PositionRow, ReferenceHolding, SessionClose } from './position-row.js';
import type { AdministrativeStatus } from './instrument.js';
import type { PendingCommand } from './pending-command.js';
import type { OrderRow } from './order.js';
import type { Refusal } from './refusal.js';
import type { Side } from './side.js';

export type TradeRow = Readonly<{
  id: number;
  instrumentId: number;
  price: number;
  quantity: number;
  aggressorSide: Side;
  buyOrderId: number;
  sellOrderId: number;
  buyAcctId: number;
  sellAcctId: number;
  sessionDate: string;
  time: number;
  /** How a position was closed when its instrument had expired; no field of a trade between two orders. One side of it is the clearing house. */
  settlement?: SettlementStyle | null;
}>;

export type PositionCloseRow = SessionClose & Readonly<{ acctId: number; instrumentId: number }>;

/** The price at which an instrument closed a session. */
export type SessionMark = Readonly<{ instrumentId: number; price: number }>;

/** An order's own story. `Modified` leaves it open or, at or below what was filled, makes it `Filled`. */
export type EngineOrderEvent = Readonly<{
  type: 'OrderAccepted' | 'OrderRejected' | 'OrderModified' | 'OrderTriggered' | 'OrderCancelled' | 'OrderExpired';
  order: OrderRow;
}>;

type ActionEvent =
  | Readonly<{ type: 'ActionAccepted'; actionId: number; orderId: number | null; fingerprint: number | null }>
  /** The fingerprint is that of a refused order which is kept and keeps its client order id. */
  | Readonly<{
      type: 'ActionRefused';
      actionId: number;
      orderId: number | null;
      fingerprint: number | null;
      refusal: Refusal;
    }>
  /** A copy of an earlier submission: nothing has changed, and the answer is that of the earlier action. */
  | Readonly<{ type: 'ActionReplayed'; actionId: number; orderId: number }>;

type VenueEvent =
  | Readonly<{ type: 'RulesAdopted'; rules: number }>
  | Readonly<{ type: 'ProductGroupDefined'; group: ProductGroupTerms }>
  | Readonly<{ type: 'ProductDefined'; product: ProductTerms }>
  | Readonly<{ type: 'InstrumentDefined'; instrument: InstrumentTerms }>
  | Readonly<{
      type: 'InstrumentChanged';
      instrumentId: number;
      givenStatus: AdministrativeStatus;
      haltReason: string | null;
      isExpired: boolean;
      settlementPrice: number | null;
      settledSession: string | null;
    }>
  | Readonly<{ type: 'SessionOpened'; productId: number; sessionDate: string }>
  | Readonly<{
      type: 'SessionClosed';
      productId: number;
      sessionDate: string;
      closes: readonly PositionCloseRow[];
      marks: readonly SessionMark[];
    }>
  /** A settlement price that came after the close: the session is valued by it all the same. */
  | Readonly<{
      type: 'SessionResettled';
      sessionDate: string;
      closes: readonly PositionCloseRow[];
      marks: readonly SessionMark[];
    }>;

type PendingEvent =
  /** The command covers more orders than it may end at once; the first of them are listed. */
  | Readonly<{ type: 'CommandPending'; pending: PendingCommand; orderIds: readonly number[] }>
  | Readonly<{ type: 'CommandContinued'; pending: PendingCommand }>
  | Readonly<{ type: 'CommandFinished'; pending: PendingCommand }>;

type AccountEvent =
  | (Readonly<{ type: 'AccountChanged'; acctId: number; isEnabled: boolean }> & AccountTerms)
  | Readonly<{ type: 'AccountGranted'; acctId: number; userId: number; access: AccountAccess | null }>
  | Readonly<{ type: 'MoneyStated'; acctId: number; money: ReportedMoney; isRepeated: boolean }>
  | Readonly<{
      type: 'PositionsStated';
      acctId: number;
      asOf: string;
      positions: readonly (ReferenceHolding & Readonly<{ instrumentId: number }>)[];
    }>
  /** A statement has counted later sessions anew: what these closes said before is no longer so. */
  | Readonly<{ type: 'ClosesRestated'; acctId: number; closes: readonly PositionCloseRow[] }>
  | Readonly<{ type: 'BreakOpened' | 'BreakChanged' | 'BreakClosed'; row: EngineBreak }>;

export type EngineEvent =
  | ActionEvent
  | EngineOrderEvent
  | VenueEvent
  | AccountEvent
  | PendingEvent
  | Readonly<{ type: 'Settled'; trade: TradeRow }>
  | Readonly<{ type: 'Traded'; trade: TradeRow; buy: OrderRow; sell: OrderRow }>
  | Readonly<{ type: 'PositionChanged'; position: PositionRow }>
  | Readonly<{
      type: 'MarketDataChanged';
      instrumentId: number;
      seq: number;
      sides: readonly MarketSide[];
      bandPrice: number | null;
    }>
  /** A command of the administration that could not be carried out; order actions have `ActionRefused`. */
  | Readonly<{ type: 'CommandRefused'; command: CommandBody['type']; refusal: Refusal }>;
