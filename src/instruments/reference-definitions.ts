import type { SortedRange } from '../database/sorting.js';
import type { SelfTradePolicy, SelfTradeScope } from '../engine/book.js';
import type { SettlementStyle } from '../engine/command.js';
import { countDecimals, isAtMost, isNegative, isPositive, isProduct } from '../money/decimal.js';
import { checkOverrides, checkSessionWeek, type SessionOverride } from './calendar/session-hours.js';
import { isTimeZone } from './calendar/time-zone.js';

/** The page of a list: the most rows, and the id after which it starts. */
type PageRequest = Readonly<{ size: number; after: number | null }>;

export type ProductGroupFilter = PageRequest & Readonly<{ symbol?: string | undefined; search?: string | undefined }>;

export type ProductFilter = ProductGroupFilter &
  Readonly<{ groupId?: number | undefined; instrumentType?: InstrumentType | undefined }>;

/** The fields by which instruments are sorted. */
export const INSTRUMENT_SORT_FIELDS = ['symbol', 'product_symbol', 'expiration'] as const;
export type InstrumentSortField = (typeof INSTRUMENT_SORT_FIELDS)[number];

export type InstrumentFilter = ProductGroupFilter &
  SortedRange<InstrumentSortField> &
  Readonly<{
    groupId?: number | undefined;
    productId?: number | undefined;
    statuses?: readonly InstrumentStatus[] | undefined;
    ids?: readonly number[] | undefined;
  }>;

/** Escapes text for `like`, so that no character is a wildcard. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition of a list whose symbol or name contains a text. */
export const toSearchCondition = (text: string) => ({
  $or: [{ symbol: { $ilike: toContainsPattern(text) } }, { name: { $ilike: toContainsPattern(text) } }],
});

export const isSettableStatus = (status: InstrumentStatus): status is SettableInstrumentStatus => status !== 'Expired';

/** The terms of the venue's products. Decimals are normalized text (money/decimal.ts). */
export const INSTRUMENT_TYPES = ['Future', 'Option', 'Spread', 'Equity'] as const;
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number];

export const SETTLEMENT_STYLES = ['Cash', 'Physical'] as const satisfies readonly SettlementStyle[];

export const SELF_TRADE_POLICIES = [
  'CancelAggressor',
  'CancelResting',
  'CancelBoth',
] as const satisfies readonly SelfTradePolicy[];

/** The orders that never trade with each other: those of one account, or those of all accounts of one owner. */
export const SELF_TRADE_SCOPES = ['account', 'owner'] as const satisfies readonly SelfTradeScope[];

export const INSTRUMENT_STATUSES = ['Open', 'Halted', 'Closed', 'Expired'] as const;
export type InstrumentStatus = (typeof INSTRUMENT_STATUSES)[number];

/** Statuses that an administrator can set; an instrument expires by time only. */
export const SETTABLE_INSTRUMENT_STATUSES = ['Open', 'Halted', 'Closed'] as const;
export type SettableInstrumentStatus = (typeof SETTABLE_INSTRUMENT_STATUSES)[number];

/** The most characters of the reason for a status. */
export const STATUS_REASON_MAX = 200;

/** Amounts are stored in ten-thousandths of a currency. */
const MONEY_DECIMALS_MAX = 4;
/** A price band is stored in hundredths of a percent, at most a hundred times the price. */
const PERCENT_DECIMALS_MAX = 2;
const PRICE_BAND_MAX = '10000';

export type ProductGroupDefinition = {
  symbol: string;
  name: string;
  exchange: string;
  currency: string;
  timezone: string;
  sessionStartTimes: number[];
  sessionEndTimes: number[];
  sessionOverrides: SessionOverride[];
  /** Margins per contract for opening and holding a position. */
  initialMargin: string;
  maintenanceMargin: string;
  /** The maximum distance of a limit from the reference price in percent; 0 is no band. */
  priceBand: string;
  selfTradePolicy: SelfTradePolicy;
  selfTradeScope: SelfTradeScope;
};

export type ProductDefinition = {
  symbol: string;
  name: string;
  instrumentType: InstrumentType;
  /** Factor for displaying prices as the market quotes them. */
  displayFactor: string;
  tickSize: string;
  tickValue: string;
  multiplier: string;
  settlementStyle: SettlementStyle;
  maxOrderQuantity: number;
  allowNegativePrices: boolean;
  /** None: those of the group. */
  sessionStartTimes: number[];
  sessionEndTimes: number[];
};

export type InstrumentDefinition = {
  symbol: string;
  /** The date of the last session; null for no expiration. */
  expiration: string | null;
  status: SettableInstrumentStatus;
  /** Why it has this status, for everybody who trades it. */
  statusReason: string | null;
  settlementPrice: string | null;
};

/** A field that conflicts with others. */
export type DefinitionViolation = Readonly<{ field: string; message: string }>;

const violationIf = (isWrong: boolean, field: string, message: string): DefinitionViolation[] =>
  isWrong ? [{ field, message }] : [];

const validateMargin = (field: string, margin: string): DefinitionViolation[] =>
  violationIf(
    isNegative(margin) || countDecimals(margin) > MONEY_DECIMALS_MAX,
    field,
    `must be money: not negative, at most ${MONEY_DECIMALS_MAX} decimals`,
  );

export function validateProductGroup(terms: Readonly<ProductGroupDefinition>): DefinitionViolation[] {
  const {
    timezone,
    sessionStartTimes,
    sessionEndTimes,
    sessionOverrides,
    initialMargin,
    maintenanceMargin,
    priceBand,
  } = terms;
  const hoursError = checkSessionWeek(sessionStartTimes, sessionEndTimes) ?? checkOverrides(sessionOverrides);
  return [
    ...violationIf(!isTimeZone(timezone), 'timezone', `there is no time zone called ${timezone}`),
    ...violationIf(hoursError !== null, 'session_calendar', hoursError ?? ''),
    ...validateMargin('initial_margin', initialMargin),
    ...validateMargin('maintenance_margin', maintenanceMargin),
    ...violationIf(
      !isAtMost(maintenanceMargin, initialMargin),
      'maintenance_margin',
      `must not be more than the initial margin of ${initialMargin}`,
    ),
    ...violationIf(
      isNegative(priceBand) || !isAtMost(priceBand, PRICE_BAND_MAX),
      'price_band',
      `must be a percentage from 0 to ${PRICE_BAND_MAX}`,
    ),
    ...violationIf(
      countDecimals(priceBand) > PERCENT_DECIMALS_MAX,
      'price_band',
      'must not be finer than a hundredth of a percent',
    ),
  ];
}

export function validateProduct(terms: Readonly<ProductDefinition>): DefinitionViolation[] {
  const { displayFactor, tickSize, tickValue, multiplier, sessionStartTimes, sessionEndTimes } = terms;
  const hoursError =
    sessionStartTimes.length + sessionEndTimes.length === 0
      ? null
      : checkSessionWeek(sessionStartTimes, sessionEndTimes);
  return [
    ...violationIf(!isPositive(displayFactor), 'display_factor', 'must be greater than 0'),
    ...violationIf(!isPositive(tickSize), 'tick_size', 'must be greater than 0'),
    ...violationIf(!isPositive(multiplier), 'multiplier', 'must be greater than 0'),
    ...violationIf(
      !isProduct(tickSize, multiplier, tickValue),
      'tick_value',
      `must be the tick size times the multiplier, ${tickSize} × ${multiplier}`,
    ),
    ...violationIf(hoursError !== null, 'session_end_times', hoursError ?? ''),
  ];
}
