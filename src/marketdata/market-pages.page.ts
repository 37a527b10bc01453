import { type Html, html } from '../pages/html.js';
import type { PageContext } from '../pages/page.js';
import { renderSectionNavigation } from '../pages/navigation.page.js';

/** The links between the market pages. */
export const renderMarketNavigation = (path: string): Html =>
  renderSectionNavigation('Market', path, [
    ['/marketdata', 'Board'],
    ['/watchlists', 'Watchlists'],
    ['/alerts', 'Alerts'],
    ['/trades?newest=true', 'Trades'],
    ['/instruments', 'Instruments'],
  ]);

/** Whether the data below is live, in words; a script updates it. */
export const renderLiveStatus = (): Html =>
  html`<p class="pulse" id="pulse" role="status">Prices on this page do not update. Reload it for current prices.</p>`;

/** The link from a page of an instrument to its market. */
export const renderMarketBackLink = (id: number, { getName }: Pick<PageContext, 'getName'>): Html =>
  html`<p class="back"><a href="/desk/${id}">Market of ${getName('instrument_id', id)}</a></p>`;
