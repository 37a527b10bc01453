/**
 * Converts reference data to the venue's units: prices in whole units, margins and values in ten-thousandths of the
 * currency, the band in hundredths of a percent. Nothing is rounded; terms without an exact representation are not
 * traded.
 */
import type {
  InstrumentTerms as VenueInstrument,
  ProductGroupTerms as VenueProductGroup,
  ProductTerms as VenueProduct,
} from '../engine/command.js';
import { parseAmount } from '../money/amount.js';
import { type Decimal, countDecimals, parseDecimal, toUnits } from '../money/decimal.js';
import type { InstrumentDefinition, ProductGroupDefinition, ProductDefinition } from './reference-definitions.js';

type GroupSource = Readonly<
  { id: number } & Pick<
    ProductGroupDefinition,
    'currency' | 'initialMargin' | 'maintenanceMargin' | 'priceBand' | 'selfTradePolicy' | 'selfTradeScope'
  >
>;
type ProductSource = Readonly<
  { id: number; groupId: number } & Pick<
    ProductDefinition,
    'tickSize' | 'multiplier' | 'maxOrderQuantity' | 'allowNegativePrices' | 'settlementStyle'
  >
>;
type InstrumentSource = Readonly<
  { id: number; productId: number } & Pick<InstrumentDefinition, 'expiration' | 'symbol'>
>;

const PERCENT_DECIMALS = 2;
const MONEY_DECIMALS = 4;

export function toVenueProductGroup(group: GroupSource): VenueProductGroup {
  const { initialMargin, maintenanceMargin, priceBand } = group;
  const band = toUnits(requireDecimal(priceBand), PERCENT_DECIMALS);
  return {
    id: group.id,
    currency: group.currency,
    initialMargin: requireCountable(parseAmount(initialMargin), initialMargin),
    maintenanceMargin: requireCountable(parseAmount(maintenanceMargin), maintenanceMargin),
    priceBandBasisPoints:
      priceBand === '0' ? null : requireCountable(typeof band === 'number' ? band : null, priceBand),
    selfTradePolicy: group.selfTradePolicy,
    selfTradeScope: group.selfTradeScope,
  };
}

/**
 * A traded product keeps its scale if that represents the tick as well, because stored prices use it. Null for a
 * product whose tick or value has no exact representation.
 */
export function toVenueProduct(product: ProductSource, knownScale: number | null): VenueProduct | null {
  const { id, groupId, tickSize, multiplier, maxOrderQuantity, allowNegativePrices, settlementStyle } = product;
  const scale = Math.max(countDecimals(tickSize), knownScale ?? 0);
  const tick = toUnits(requireDecimal(tickSize), scale);
  const valuePerUnit = toValuePerUnit(requireDecimal(multiplier), scale);
  if (typeof tick !== 'number' || valuePerUnit === null) return null;
  return {
    id,
    productGroupId: groupId,
    scale,
    tick,
    valuePerUnit,
    maxOrderQuantity,
    allowNegativePrices,
    settlementStyle,
  };
}

export const toVenueInstrument = ({ id, productId, expiration, symbol }: InstrumentSource): VenueInstrument => ({
  id,
  productId,
  expiration,
  symbol,
});

/** The value of one price unit per contract. */
function toValuePerUnit({ digits, decimals }: Decimal, scale: number): bigint | null {
  const value = BigInt(digits) * 10n ** BigInt(MONEY_DECIMALS);
  const divisor = 10n ** BigInt(decimals + scale);
  return value % divisor === 0n ? value / divisor : null;
}

const requireDecimal = (text: string): Decimal => requireCountable(parseDecimal(text), text);

/** The entities check their terms (`validateProductGroup`, `validateProduct`), so they can be converted. */
function requireCountable<Value>(value: Value | null, text: string): Value {
  if (value === null) throw new RangeError(`"${text}" stands among the terms and cannot be counted.`);
  return value;
}
