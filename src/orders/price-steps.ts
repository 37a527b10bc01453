import { priceText } from '../http/price-text.js';
import { decimalText, parseDecimal } from '../money/decimal.js';

/** The nearest prices below and above that lie on the grid of a step, or null for what lies on it and for what is no price. */
export function nearestSteps(price: string, step: string): readonly [string, string] | null {
  const [asked, one] = [parseDecimal(price), parseDecimal(step)];
  if (asked === null || one === null || one.digits <= 0) return null;
  const scale = Math.max(asked.decimals, one.decimals);
  const units = BigInt(asked.digits) * 10n ** BigInt(scale - asked.decimals);
  const width = BigInt(one.digits) * 10n ** BigInt(scale - one.decimals);
  const over = ((units % width) + width) % width;
  if (over === 0n) return null;
  const written = (of: bigint): string => priceText(decimalText(of, scale), one.decimals);
  return [written(units - over), written(units - over + width)];
}
