/** Reads prices as people type them; also for browsers. */
import { createFigureReader } from './decimal-sign.js';

/** A typed price as the API takes it, or both readings of one that may mean two prices. Text that is no price stays as it is. */
export type TypedPrice = Readonly<{ price: string }> | Readonly<{ readings: readonly [string, string] }>;

/** Tells whether `1,000` is a thousand or one by the tick: only where both are multiples of it, it is not known. */
export function readTypedPrice(typed: string, tick: string): TypedPrice {
  const text = typed.trim();
  const reader = createFigureReader([text]);
  const readings = reader.findReadings(text);
  if (readings === null) return { price: reader.toFigure(text) };
  // Pages write the decimals of the tick, behind a point.
  if (text.includes('.') && getFraction(tick).length >= 3) return { price: text };
  const { thousands, decimal } = readings;
  const plainDecimal = decimal.replace(',', '.');
  const [isThousands, isDecimal] = [isMultiple(thousands, tick), isMultiple(plainDecimal, tick)];
  if (isThousands && isDecimal) return { readings: [thousands, decimal] };
  return { price: isThousands ? thousands : plainDecimal };
}

const getFraction = (text: string): string => text.split('.')[1] ?? '';

function isMultiple(price: string, tick: string): boolean {
  const decimals = Math.max(getFraction(price).length, getFraction(tick).length);
  const toUnits = (text: string): bigint =>
    BigInt((text.split('.')[0] ?? '') + getFraction(text).padEnd(decimals, '0'));
  return toUnits(price) % toUnits(tick) === 0n;
}
