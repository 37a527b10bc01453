import { roundDecimal, subtractDecimal, sumDecimals } from '../money/decimal.js';
import { measureFraction, toDigits } from './number-format.js';
import { type Html, html } from './html.js';

type MoneyValue = Readonly<{ rawJSON: string }> | number | null;

const AMOUNT = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Amounts that people typed or that decide something: with every digit, and at least the decimals of the currency. */
export function formatExactMoney(digits: string, currency?: string): string {
  const [, sign = '', whole = '', fraction = ''] = AMOUNT.exec(digits) ?? [];
  if (whole === '') return digits;
  const decimals = fraction.padEnd(countCurrencyDecimals(currency), '0');
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Amounts that the service computes, rounded to the decimals of the currency. */
export const formatMoney = (digits: string, currency?: string): string =>
  formatExactMoney(AMOUNT.test(digits) ? roundDecimal(digits, countCurrencyDecimals(currency)) : digits, currency);

/** What is the sum of what. */
export type Sum = Readonly<{ whole: MoneyValue; parts: readonly MoneyValue[] }>;

/** Whether amounts that add up do so no more where each of them is rounded: then each is shown with every digit. */
export function isLostByRounding({ whole, parts }: Sum, currency?: string): boolean {
  const [total, ...others] = [whole, ...parts].map(toDigits);
  const digits = others.filter((one) => one !== null);
  if (typeof total !== 'string' || digits.length < others.length || !isSum(total, digits)) return false;
  const round = (one: string): string => roundDecimal(one, countCurrencyDecimals(currency));
  return !isSum(round(total), digits.map(round));
}

const isSum = (whole: string, parts: readonly string[]): boolean => subtractDecimal(whole, sumDecimals(parts)) === '0';

/** Whole numbers with thousands separators; others keep their decimals. */
export const formatCount = (digits: string): string => digits.replace(/\B(?<![.]\d*)(?=(?:\d{3})+(?!\d))/g, ',');

/** A difference of counts: it has a sign on either side. */
export const formatDifference = (digits: string): string =>
  /^-|^0$/.test(digits) ? formatCount(digits) : `+${formatCount(digits)}`;

/** Gains and losses have a sign, not only a color. */
export const formatGain = (digits: string, currency?: string): string => addSign(formatMoney(digits, currency));

export const formatExactGain = (digits: string, currency?: string): string =>
  addSign(formatExactMoney(digits, currency));

const addSign = (text: string): string => (/^-|^[0.,]*$/.test(text) ? text : `+${text}`);

const decimalsOf = new Map<string, number>();

/** With how many decimals amounts of a currency are written: none for yen, three for dinars. Two where the currency is not known. */
function countCurrencyDecimals(currency: string | undefined): number {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return 2;
  const known = decimalsOf.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  decimalsOf.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** For text; tables format amounts themselves. The exact figure is the title where it has more decimals. */
export const renderMoney = (amount: MoneyValue, currency?: string): Html =>
  renderAmount(amount, (digits) => formatMoney(digits, currency));

export const renderGain = (amount: MoneyValue, currency?: string): Html =>
  renderAmount(amount, (digits) => formatGain(digits, currency));

const renderExactGain = (amount: MoneyValue, currency?: string): Html =>
  renderAmount(amount, (digits) => formatExactGain(digits, currency));

export const renderExactMoney = (amount: MoneyValue, currency?: string): Html =>
  renderAmount(amount, (digits) => formatExactMoney(digits, currency));

/** How amounts and gains of a page that belong together are shown: rounded, or with every digit. */
export const chooseMoneyRenderers = (isExact: boolean) =>
  isExact ? { money: renderExactMoney, gain: renderExactGain } : { money: renderMoney, gain: renderGain };

function renderAmount(amount: MoneyValue, format: (digits: string) => string): Html {
  const digits = toDigits(amount);
  if (digits === null)
    return html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;
  const text = format(digits);
  return html`<span class="figure${getToneClass(text)}"${isShortened(text, digits) && html` title="${digits}"`}>${text}</span>`;
}

/** Whether a figure has fewer decimals on the page than it has. */
export const isShortened = (text: string, digits: string): boolean => measureFraction(digits) > measureFraction(text);

/** Losses are always red; gains are green only where both are marked, and have a sign. */
export const getToneClass = (text: string): string =>
  text.startsWith('-') ? ' neg' : text.startsWith('+') ? ' pos' : '';
