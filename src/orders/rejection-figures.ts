import type { ProblemValues } from '../errors/domain-error.js';
import { countDecimals } from '../money/decimal.js';
import { formatPrice } from '../money/price-text.js';
import { formatExactMoney } from '../pages/money.page.js';
import { toDigits } from '../pages/number-format.js';

const formatNumber = (value: number | undefined): string => toDigits(value) ?? '';
const formatAmount = (value: number | undefined): string => formatExactMoney(formatNumber(value));

/** The figures of a rejection in a few words, for a row of a list; the page of the order has them as a sentence. Nothing where there are none. `decimals` are those of the instrument. */
export function formatRejectionFigures({ currency, ...figures }: ProblemValues, decimals: number): string {
  if (figures.required !== undefined)
    return `${formatAmount(figures.required)} ${currency} needed, ${formatAmount(figures.available)} available`;
  if (figures.tick !== undefined) return formatTick(figures);
  if (figures.reference !== undefined) {
    const [low, high] = [figures.low, figures.high].map((price) => formatPrice(formatNumber(price), decimals));
    return `${low} to ${high} allowed`;
  }
  if (figures.limit === undefined) return '';
  return currency === undefined
    ? `would be ${formatNumber(figures.would_be)}, limit ${formatNumber(figures.limit)}`
    : `loss ${formatAmount(figures.would_be)} ${currency}, limit ${formatAmount(figures.limit)}`;
}

function formatTick({ tick, nearest = [] }: ProblemValues): string {
  const size = formatNumber(tick);
  const prices = nearest.map((price) => formatPrice(formatNumber(price), countDecimals(size)));
  return [`tick ${size}`, ...(prices.length === 0 ? [] : [`nearest ${prices.join(' or ')}`])].join(', ');
}
