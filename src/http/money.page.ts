import { toDigits } from './number-format.js';
import { type Html, html } from './html.js';

type MoneyValue = Readonly<{ rawJSON: string }> | number | null;

/** Money as people read it: thousands set apart, and at least two digits behind the point. No digit of the answer is lost. */
export function formatMoney(digits: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  return whole === '' ? digits : `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** What was won or lost says so by its sign, and not by its color alone. */
export function formatGain(digits: string): string {
  const text = formatMoney(digits);
  return /^-|^[0.,]*$/.test(text) ? text : `+${text}`;
}

/** In a line or beside a name; tables set theirs by themselves. */
export const renderMoney = (amount: MoneyValue): Html => renderAmount(amount, formatMoney);

export const renderGain = (amount: MoneyValue): Html => renderAmount(amount, formatGain);

function renderAmount(amount: MoneyValue, format: (digits: string) => string): Html {
  const digits = toDigits(amount);
  if (digits === null)
    return html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;
  const text = format(digits);
  return html`<span class="figure${getToneClass(text)}">${text}</span>`;
}

/** Losses are always red; gains are green only where the two are marked, and then by their sign. */
export const getToneClass = (text: string): string =>
  text.startsWith('-') ? ' neg' : text.startsWith('+') ? ' pos' : '';
