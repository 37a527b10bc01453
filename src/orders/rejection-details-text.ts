import type { ProblemValues } from '../errors/domain-error.js';
import { toDigits } from '../pages/number-format.js';
import { formatPrice } from '../money/price-text.js';
import { formatMoney } from '../pages/money.page.js';
import { countDecimals } from '../money/decimal.js';

const formatNumber = (value: number | undefined): string => toDigits(value) ?? '';
const formatAmount = (value: number | undefined): string => formatMoney(formatNumber(value));

/** The figures of a refusal as a sentence: what it would take, what there is, and where the limit stands. Nothing where there are none. */
export function describeRejectionDetails(details: ProblemValues): string {
  const { currency } = details;
  if (details.required !== undefined)
    return `It requires ${formatAmount(details.required)} ${currency}; ${formatAmount(details.available)} is available: ${formatAmount(details.used)} of ${formatAmount(details.buying_power)} is in use.`;
  if (details.tick !== undefined) return describeTick(details);
  if (details.reference !== undefined)
    return `The price band is ${formatNumber(details.low)} to ${formatNumber(details.high)}.`;
  if (details.limit === undefined) return '';
  if (currency !== undefined)
    return `The loss is ${formatAmount(details.would_be)} ${currency}; the limit is ${formatAmount(details.limit)}.`;
  return `It would be ${formatNumber(details.would_be)}; the limit is ${formatNumber(details.limit)}.`;
}

/** Prices of one instrument have as many decimals as its tick. */
function describeTick({ tick, nearest = [] }: ProblemValues): string {
  const tickSize = formatNumber(tick);
  const sentence = `The price tick is ${tickSize}`;
  const [first, second] = nearest.map((price) => formatPrice(formatNumber(price), countDecimals(tickSize)));
  if (first === undefined) return `${sentence}.`;
  return second === undefined
    ? `${sentence}; the nearest is ${first}.`
    : `${sentence}; the nearest are ${first} and ${second}.`;
}
