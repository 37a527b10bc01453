import { type Html, html } from '../http/html.js';
import type { Visit } from '../http/page.js';
import { siblings } from '../http/siblings.page.js';

/** The pages of the market lead to each other. */
export const marketSiblings = (path: string): Html =>
  siblings('Market', path, [
    ['/marketdata', 'Board'],
    ['/trades?newest=true', 'Trades'],
    ['/instruments', 'Instruments'],
  ]);

/** Whether what stands below moves by itself, in words: a script keeps it true. */
export const live = (): Html =>
  html`<p class="pulse" id="pulse" role="status">These prices stand still: load the page again for newer ones.</p>`;

/** From what is told of one instrument to its market. */
export const backToMarket = (id: number, { named }: Pick<Visit, 'named'>): Html =>
  html`<p class="back"><a href="/desk/${id}">Market of ${named('instrument_id', id)}</a></p>`;
