import { type Html, html } from '../http/html.js';

/** A moment for people; the machine-readable one stands behind it. */
export const when = (moment: string): Html => html`<time datetime="${moment}">${moment.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`;

const destinations = [
  ['/marketdata', 'Board'],
  ['/trades?newest=true', 'Trades'],
] as const;

/** The pages of this room lead to each other. */
export function siblings(path: string): Html {
  const [here] = path.split('?');
  return html`<nav class="siblings" aria-label="Market"><ul>${destinations.map(([href, label]) => html`<li><a href="${href}"${href.split('?')[0] === here && html` aria-current="page"`}>${label}</a></li>`)}</ul></nav>`;
}
