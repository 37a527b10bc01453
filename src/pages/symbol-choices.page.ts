import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** Symbols to choose from, for the fields of the page with `list="symbols"`. At a route with `needsInstrumentChoices`. */
export const renderSymbolChoices = ({ instruments = null }: Pick<PageContext, 'instruments'>): Html =>
  html`<datalist id="symbols">${instruments?.map(({ symbol, name }) => html`<option value="${symbol}">${name}</option>`)}</datalist>`;
