import type { ProblemValues } from '../errors/domain-error.js';
import { countDecimals } from '../money/decimal.js';
import { formatPrice } from '../money/price-text.js';
import { formatExactMoney } from '../pages/money.page.js';
import { toDigits } from '../pages/number-format.js';

/** The figures of a rejection as text, by what is exceeded: money with its separators, prices with the decimals of the instrument. */
export type FigureTexts =
  | Readonly<{
      kind: 'margin';
      required: string;
      available: string;
      used: string;
      buyingPower: string;
      currency: string;
    }>
  | Readonly<{ kind: 'tick'; tick: string; nearest: readonly string[] }>
  | Readonly<{ kind: 'band'; low: string; high: string }>
  | Readonly<{ kind: 'loss'; loss: string; limit: string; currency: string }>
  | Readonly<{ kind: 'size'; size: string; limit: string }>;

const formatNumber = (value: number | undefined): string => toDigits(value) ?? '';
const formatAmount = (value: number | undefined): string => formatExactMoney(formatNumber(value));

/** Null where there are none. */
export function toFigureTexts(figures: ProblemValues, decimals: number): FigureTexts | null {
  const { required, available, used, currency, tick, nearest = [], low, high, limit, would_be: wouldBe } = figures;
  if (required !== undefined)
    return {
      kind: 'margin',
      required: formatAmount(required),
      available: formatAmount(available),
      used: formatAmount(used),
      buyingPower: formatAmount(figures.buying_power),
      currency: currency ?? '',
    };
  if (tick !== undefined) return { kind: 'tick', ...toTickTexts(formatNumber(tick), nearest) };
  const toPrice = (price: number | undefined): string => formatPrice(formatNumber(price), decimals);
  if (figures.reference !== undefined) return { kind: 'band', low: toPrice(low), high: toPrice(high) };
  if (limit === undefined) return null;
  return currency === undefined
    ? { kind: 'size', size: formatNumber(wouldBe), limit: formatNumber(limit) }
    : { kind: 'loss', loss: formatAmount(wouldBe), limit: formatAmount(limit), currency };
}

/** Prices of one instrument have as many decimals as its tick. */
const toTickTexts = (tick: string, nearest: readonly number[]): Readonly<{ tick: string; nearest: string[] }> => ({
  tick,
  nearest: nearest.map((price) => formatPrice(formatNumber(price), countDecimals(tick))),
});

/** The reason of a rejection with the decimals of the instrument: the venue writes the reference price in its shortest form. */
export function formatReferencePrice(detail: string, { reference }: ProblemValues, decimals: number): string {
  const digits = formatNumber(reference);
  return digits === ''
    ? detail
    : detail.replace(`reference price, ${digits}.`, `reference price, ${formatPrice(digits, decimals)}.`);
}

/** The figures of a rejection in a few words, for a row of a list; the page of the order has them as a sentence. Nothing where there are none. `decimals` are those of the instrument. */
export function formatRejectionFigures(figures: ProblemValues, decimals: number): string {
  const texts = toFigureTexts(figures, decimals);
  switch (texts?.kind) {
    case 'margin':
      return `${texts.required} ${texts.currency} needed, ${texts.available} available`;
    case 'tick':
      return [
        `tick ${texts.tick}`,
        ...(texts.nearest.length === 0 ? [] : [`nearest ${texts.nearest.join(' or ')}`]),
      ].join(', ');
    case 'band':
      return `${texts.low} to ${texts.high} allowed`;
    case 'loss':
      return `loss ${texts.loss} ${texts.currency}, limit ${texts.limit}`;
    case 'size':
      return `would be ${texts.size}, limit ${texts.limit}`;
    case undefined:
      return '';
  }
}
