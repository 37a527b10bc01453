import { toDigits } from './number-format.js';
import { type Html, html } from './html.js';

type MoneyValue = Readonly<{ rawJSON: string }> | number | null;

/** Amounts with thousands separators and at least two decimals, without losing digits. */
export function formatMoney(digits: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  return whole === '' ? digits : `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** Whole numbers with thousands separators; others keep their decimals. */
export const formatCount = (digits: string): string => digits.replace(/\B(?<![.]\d*)(?=(?:\d{3})+(?!\d))/g, ',');

/** A difference of counts: it has a sign on either side. */
export const formatDifference = (digits: string): string =>
  /^-|^0$/.test(digits) ? formatCount(digits) : `+${formatCount(digits)}`;

/** Gains and losses have a sign, not only a color. */
export function formatGain(digits: string): string {
  const text = formatMoney(digits);
  return /^-|^[0.,]*$/.test(text) ? text : `+${text}`;
}

/** For text; tables format amounts themselves. */
export const renderMoney = (amount: MoneyValue): Html => renderAmount(amount, formatMoney);

export const renderGain = (amount: MoneyValue): Html => renderAmount(amount, formatGain);

function renderAmount(amount: MoneyValue, format: (digits: string) => string): Html {
  const digits = toDigits(amount);
  if (digits === null)
    return html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;
  const text = format(digits);
  return html`<span class="figure${getToneClass(text)}">${text}</span>`;
}

/** Losses are always red; gains are green only where both are marked, and have a sign. */
export const getToneClass = (text: string): string =>
  text.startsWith('-') ? ' neg' : text.startsWith('+') ? ' pos' : '';
