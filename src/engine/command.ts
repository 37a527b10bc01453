/**
 * Everything that can change the state of the venue. A command carries all that it needs: its place in the journal, its time and
 * who gave it. The engine looks at nothing else, so the same commands give the same events on every machine and on every day.
 *
 * Prices come as exact decimals and become whole units in the engine, because whether a price fits its instrument is one of the
 * answers. Dates are `YYYY-MM-DD` and are compared as texts. Times are whole milliseconds since 1970.
 */
import type { Decimal } from '../money/decimal.js';
import type { SelfTradePolicy, SelfTradeScope } from './book.js';
import type { Side } from './side.js';

/** Whose rights count. What else is known about the caller belongs to the journal. */
export type CommandActor = Readonly<{
  userId: number;
  isAdministrator: boolean;
  /** The administrator who acts for the user, if one does. */ actingUserId?: number;
}>;

export type OrderType = 'Limit' | 'Market' | 'Stop' | 'StopLimit';
export type TimeInForce = 'Day' | 'GTC' | 'GTD' | 'IOC' | 'FOK';

/** What the database knows of a client order id that the engine, started since, may not: see docs/decisions. */
type EarlierOrder = Readonly<{ actionId: number; orderId: number; fingerprint: number }>;

export type OrderSubmissionCommand = Readonly<{
  type: 'LimitOrderSub' | 'MarketOrderSub' | 'StopOrderSub' | 'StopLimitOrderSub';
  acctId: number;
  instrumentId: number;
  side: Side;
  quantity: number;
  timeInForce: TimeInForce;
  limitPrice: Decimal | null;
  stopPrice: Decimal | null;
  postOnly: boolean;
  expireDate: string | null;
  clientOrderId: string | null;
  tag: string | null;
  /** As the caller named the instrument. `instrumentId` is the instrument that was found, 0 where there was none. */
  symbol?: string;
  earlier?: EarlierOrder;
}>;

/** An order by its number, or by its account and the id that the client gave it. */
export type OrderAddress = Readonly<{
  orderId: number | null;
  acctId: number | null;
  clientOrderId: string | null;
  earlier?: EarlierOrder;
}>;

/** A term that is null stays as it is. The quantity is the new total, what was filled included. */
export type OrderModificationCommand = OrderAddress &
  Readonly<{
    type: 'OrderModification';
    quantity: number | null;
    limitPrice: Decimal | null;
    stopPrice: Decimal | null;
    timeInForce: TimeInForce | null;
    expireDate: string | null;
    expectedVersion: number | null;
  }>;

/** `afterDisconnect` says that the connection that placed the order has ended; without it, as in older journals, it was asked for. */
export type OrderCancellationCommand = OrderAddress & Readonly<{ type: 'OrderCancellation'; afterDisconnect?: true }>;

/**
 * How many orders the command may end at once; without it, as in older journals, all of them. A command that means more ends the `first` of them, or as many as its portion, and the rest follows by
 * `ContinueCommand`.
 */
type PortionLimits = Readonly<{ portion?: number; first?: number }>;

/** Cancels what fits every filter that is not null, among the orders that the caller may touch. */
export type MassCancellationCommand = PortionLimits &
  Readonly<{
    type: 'MassCancellation';
    acctId: number | null;
    instrumentId: number | null;
    productGroupId: number | null;
    side: Side | null;
    symbol?: string;
  }>;

export type OrderAction =
  OrderSubmissionCommand | OrderModificationCommand | OrderCancellationCommand | MassCancellationCommand;

/** Limits of an account; null is no limit. Money is in 10^-4 of the account's currency. */
export type AccountLimits = Readonly<{
  maxOrderQuantity: number | null;
  maxPosition: number | null;
  maxProductContracts: number | null;
  maxDailyLoss: bigint | null;
  buyingPowerPercent: number | null;
  maxWorkingOrders: number | null;
}>;

/** What another user may do with an account. Its owner and administrators may do both. */
export type AccountAccess = 'Trade' | 'Read';

/** The currency of an account is for ever; its time zone says which date it is there. */
export type AccountTerms = Readonly<{
  ownerId: number;
  name: string;
  currency: string;
  timeZone: string;
  limits: AccountLimits;
}>;

/** A change leaves what is null as it is. An access of null takes the grant away. */
export type AccountCommand =
  | (Readonly<{ type: 'OpenAccount'; acctId: number }> & AccountTerms)
  | Readonly<{ type: 'ChangeAccount'; acctId: number; name: string | null; limits: AccountLimits | null }>
  | Readonly<{ type: 'EnableAccount'; acctId: number }>
  | (PortionLimits & Readonly<{ type: 'DisableAccount'; acctId: number }>)
  | Readonly<{ type: 'GrantAccount'; acctId: number; userId: number; access: AccountAccess | null }>;

export type MoneyStatementCommand = Readonly<{
  type: 'StateMoney';
  acctId: number;
  asOf: string;
  cashBalance: bigint;
  netLiq: bigint;
}>;
type ReportedPosition = Readonly<{ instrumentId: number; quantity: number; price: Decimal }>;
/**
 * `revision` says by which rules a list is taken, because the journal has older ones. 1, also where it is left out: prices have the
 * product's decimals, and every list is a version of its own. 2: prices have up to nine decimals, and the same list again is none.
 */
export type PositionStatementCommand = Readonly<{
  type: 'StatePositions';
  acctId: number;
  asOf: string;
  positions: readonly ReportedPosition[];
  revision?: 1 | 2;
}>;

/** Closes an open break as the back office has it: nothing is posted, and no position changes. Journals that began earlier have none. */
export type BreakAcceptanceCommand = Readonly<{ type: 'AcceptBreak'; acctId: number; breakId: number }>;

/** Margins are per contract. The band is in hundredths of a percent of the reference price; null is no band. */
export type ProductGroupTerms = Readonly<{
  id: number;
  currency: string;
  initialMargin: bigint;
  maintenanceMargin: bigint;
  priceBandBasisPoints: number | null;
  selfTradePolicy: SelfTradePolicy;
  /** Absent is `account`. */
  selfTradeScope?: SelfTradeScope;
}>;

export type SettlementStyle = 'Cash' | 'Physical';

/** A price is counted in units of 10^-`scale`; `tick` of them are the smallest step, and one is worth `valuePerUnit` a contract. */
export type ProductTerms = Readonly<{
  id: number;
  productGroupId: number;
  scale: number;
  tick: number;
  valuePerUnit: bigint;
  maxOrderQuantity: number | null;
  allowNegativePrices: boolean;
  /** Journals that began earlier have none. */
  settlementStyle?: SettlementStyle;
}>;

/** `expiration` is the date of the last session. The symbol is for people and decides nothing; journals that began earlier have none. */
export type InstrumentTerms = Readonly<{ id: number; productId: number; expiration: string | null; symbol?: string }>;

export type ReferenceCommand =
  | Readonly<{ type: 'DefineProductGroup'; group: ProductGroupTerms }>
  | Readonly<{ type: 'DefineProduct'; product: ProductTerms }>
  | Readonly<{ type: 'DefineInstrument'; instrument: InstrumentTerms }>;

/** A halt and a close by the administration outlive the session; `ResumeInstrument` ends both. Journals that began earlier have no reason. */
export type VenueCommand =
  | Readonly<{ type: 'HaltInstrument'; instrumentId: number; reason?: string }>
  | Readonly<{ type: 'ResumeInstrument' | 'CloseInstrument'; instrumentId: number }>
  | (PortionLimits & Readonly<{ type: 'ExpireInstrument'; instrumentId: number }>)
  | Readonly<{ type: 'SettleInstrument'; instrumentId: number; price: Decimal }>
  | (PortionLimits & Readonly<{ type: 'OpenSession' | 'CloseSession'; productId: number; sessionDate: string }>);

/** From here on the commands of the journal are carried out by these rules: see `rules.ts`. */
export type RulesCommand = Readonly<{ type: 'AdoptRules'; rules: number }>;

/** The next portion of the command with this number. The exchange gives it itself, until none is left. */
export type ContinueCommand = Readonly<{ type: 'ContinueCommand'; commandSeq: number; portion: number }>;

export type CommandBody =
  | OrderAction
  | AccountCommand
  | MoneyStatementCommand
  | PositionStatementCommand
  | BreakAcceptanceCommand
  | ReferenceCommand
  | VenueCommand
  | RulesCommand
  | ContinueCommand;

/** What may mean any number of orders. */
export type PortionedCommand = Extract<
  CommandBody,
  PortionLimits & { type: 'MassCancellation' | 'DisableAccount' | 'ExpireInstrument' | 'OpenSession' | 'CloseSession' }
>;

export type Command = CommandBody & Readonly<{ seq: number; time: number; actor: CommandActor }>;
