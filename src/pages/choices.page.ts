import { type Html, html } from './html.js';
import type { PageContext } from './page.js';

/** Says whether a list has the accounts of the market maker, with the way to the other list. */
export function renderMarketMakerChoice(choice: 'with' | 'without' | null | undefined, path: string): Html | false {
  if (choice === null || choice === undefined) return false;
  const { pathname, searchParams } = new URL(path, 'http://here');
  const kept = [...searchParams].filter(([name]) => name !== 'cursor' && name !== 'market_maker');
  const other = choice === 'with' ? 'without' : 'with';
  const query = new URLSearchParams([...kept, ['market_maker', other]]);
  return html`<p class="hint">The sandbox’s market maker is ${choice === 'with' ? 'included' : 'left out'}. <a href="${pathname}?${query.toString()}">Show ${other} it</a></p>`;
}

/** Attributes of a field for a symbol that offers `renderSymbolChoices`. */
export const SYMBOL_ATTRIBUTES = html` list="symbols" autocapitalize="characters" spellcheck="false"`;

/** Symbols to choose from, once on the page. At a route with `needsInstrumentChoices`. */
export const renderSymbolChoices = ({ instruments = null }: Pick<PageContext, 'instruments'>): Html =>
  html`<datalist id="symbols">${instruments?.map(({ symbol, name }) => html`<option value="${symbol}">${name}</option>`)}</datalist>`;
