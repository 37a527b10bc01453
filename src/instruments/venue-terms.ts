/**
 * The terms of the reference data as the venue counts by them: prices in whole units, margins and values in ten-thousandths of the
 * currency, the band in hundredths of a percent. Nothing is rounded on the way; what cannot be counted exactly is not traded.
 */
import type {
  InstrumentTerms as CountedInstrument,
  ProductGroupTerms as CountedGroup,
  ProductTerms as CountedProduct,
} from '../engine/command.js';
import { parseAmount } from '../money/amount.js';
import { type Decimal, decimalsOf, parseDecimal, unitsOf } from '../money/decimal.js';
import type { InstrumentTerms, ProductGroupTerms, ProductTerms } from './reference-terms.js';

type Group = Readonly<
  { id: number } & Pick<
    ProductGroupTerms,
    'currency' | 'initialMargin' | 'maintenanceMargin' | 'priceBand' | 'selfTradePolicy' | 'selfTradeScope'
  >
>;
type Product = Readonly<
  { id: number; groupId: number } & Pick<
    ProductTerms,
    'tickSize' | 'multiplier' | 'maxOrderQuantity' | 'allowNegativePrices' | 'settlementStyle'
  >
>;
type Instrument = Readonly<{ id: number; productId: number } & Pick<InstrumentTerms, 'expiration' | 'symbol'>>;

const PERCENT_DECIMALS = 2;
const MONEY_DECIMALS = 4;

export function countedGroup({
  id,
  currency,
  initialMargin,
  maintenanceMargin,
  priceBand,
  selfTradePolicy,
  selfTradeScope,
}: Group): CountedGroup {
  const band = unitsOf(read(priceBand), PERCENT_DECIMALS);
  return {
    id,
    currency,
    initialMargin: kept(parseAmount(initialMargin), initialMargin),
    maintenanceMargin: kept(parseAmount(maintenanceMargin), maintenanceMargin),
    priceBandBasisPoints: priceBand === '0' ? null : kept(band, priceBand),
    selfTradePolicy,
    selfTradeScope,
  };
}

/**
 * A product that has traded stays with its scale wherever that counts the tick as well, because prices are stored by it. Null for a
 * product with a step or a worth that this venue cannot count.
 */
export function countedProduct(product: Product, knownScale: number | null): CountedProduct | null {
  const { id, groupId, tickSize, multiplier, maxOrderQuantity, allowNegativePrices, settlementStyle } = product;
  const scale = Math.max(decimalsOf(tickSize), knownScale ?? 0);
  const tick = unitsOf(read(tickSize), scale);
  const valuePerUnit = valueOf(read(multiplier), scale);
  if (tick === null || valuePerUnit === null) return null;
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

export const countedInstrument = ({ id, productId, expiration, symbol }: Instrument): CountedInstrument => ({
  id,
  productId,
  expiration,
  symbol,
});

/** What a contract changes in money when its price changes by one unit. */
function valueOf({ digits, decimals }: Decimal, scale: number): bigint | null {
  const value = BigInt(digits) * 10n ** BigInt(MONEY_DECIMALS);
  const divisor = 10n ** BigInt(decimals + scale);
  return value % divisor === 0n ? value / divisor : null;
}

const read = (text: string): Decimal => kept(parseDecimal(text), text);

/** The entities keep to their terms (`faultsOfGroup`, `faultsOfProduct`): what they hold can be counted. */
function kept<Value>(value: Value | null, text: string): Value {
  if (value === null) throw new RangeError(`"${text}" stands among the terms and cannot be counted.`);
  return value;
}
