import { digitsOf } from './figures.js';
import { type Html, html } from './html.js';

type Figure = Readonly<{ rawJSON: string }> | number | null;

/** Money as people read it: thousands set apart, and at least two digits behind the point. No digit of the answer is lost. */
export function moneyText(digits: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  return whole === '' ? digits : `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** What was won or lost says so by its sign, and not by its colour alone. */
export function gainText(digits: string): string {
  const text = moneyText(digits);
  return /^-|^[0.,]*$/.test(text) ? text : `+${text}`;
}

/** In a line or beside a name; tables set theirs by themselves. */
export const money = (of: Figure): Html => written(of, moneyText);

export const gain = (of: Figure): Html => written(of, gainText);

function written(of: Figure, textOf: (digits: string) => string): Html {
  const digits = digitsOf(of);
  if (digits === null)
    return html`<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>`;
  const text = textOf(digits);
  return html`<span class="figure${toneOf(text)}">${text}</span>`;
}

/** Losses are red wherever they stand; gains are green only where the two are told apart, and then by their sign. */
export const toneOf = (text: string): string => (text.startsWith('-') ? ' neg' : text.startsWith('+') ? ' pos' : '');
