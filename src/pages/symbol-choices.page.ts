import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** Attributes of a field for a symbol that offers `renderSymbolChoices`. */
export const SYMBOL_ATTRIBUTES = html` list="symbols" autocapitalize="characters" spellcheck="false"`;

/** Symbols to choose from, once on the page. At a route with `needsInstrumentChoices`. */
export const renderSymbolChoices = ({ instruments = null }: Pick<PageContext, 'instruments'>): Html =>
  html`<datalist id="symbols">${instruments?.map(({ symbol, name }) => html`<option value="${symbol}">${name}</option>`)}</datalist>`;
