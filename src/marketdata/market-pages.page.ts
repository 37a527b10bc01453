import { type Html, html } from '../http/html.js';
import type { PageContext } from '../http/page.js';
import { renderSectionNavigation } from '../http/section-navigation.page.js';

/** The pages of the market lead to each other. */
export const renderMarketNavigation = (path: string): Html =>
  renderSectionNavigation('Market', path, [
    ['/marketdata', 'Board'],
    ['/trades?newest=true', 'Trades'],
    ['/instruments', 'Instruments'],
  ]);

/** Whether what stands below moves by itself, in words: a script keeps it true. */
export const renderLiveStatus = (): Html =>
  html`<p class="pulse" id="pulse" role="status">Prices on this page do not update. Reload it for current prices.</p>`;

/** The link from a page of one instrument to its market. */
export const renderMarketBackLink = (id: number, { getName }: Pick<PageContext, 'getName'>): Html =>
  html`<p class="back"><a href="/desk/${id}">Market of ${getName('instrument_id', id)}</a></p>`;
