import type { ProblemFigures } from '../errors/problem-figures.view.js';
import { digitsOf } from '../http/figures.js';
import { moneyText } from '../http/money.page.js';
import { priceText } from '../http/price-text.js';
import { decimalsOf } from '../money/decimal.js';

const digits = (of: number | undefined): string => digitsOf(of) ?? '';
const amount = (of: number | undefined): string => moneyText(digits(of));

/** The figures of a refusal as a sentence: what it would take, what there is, and where the limit stands. Nothing where there are none. */
export function figureWords(figures: ProblemFigures): string {
  const { currency } = figures;
  if (figures.required !== undefined)
    return `It needs ${amount(figures.required)} ${currency}, and ${amount(figures.available)} are free: ${amount(figures.used)} of ${amount(figures.buying_power)} are in use.`;
  if (figures.tick !== undefined) return tickWords(figures);
  if (figures.reference !== undefined)
    return `Prices from ${digits(figures.low)} to ${digits(figures.high)} are within the band.`;
  if (figures.limit === undefined) return '';
  if (currency !== undefined)
    return `The loss is ${amount(figures.would_be)} ${currency}, and ${amount(figures.limit)} is the limit.`;
  return `It would be ${digits(figures.would_be)}; ${digits(figures.limit)} is the limit.`;
}

/** Prices of one instrument have as many decimals as its tick. */
function tickWords({ tick, nearest = [] }: ProblemFigures): string {
  const step = digits(tick);
  const steps = `Prices go in steps of ${step}`;
  const [first, second] = nearest.map((price) => priceText(digits(price), decimalsOf(step)));
  if (first === undefined) return `${steps}.`;
  return second === undefined
    ? `${steps}; the nearest is ${first}.`
    : `${steps}; the nearest are ${first} and ${second}.`;
}
