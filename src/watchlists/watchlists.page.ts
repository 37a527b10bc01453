import { computePriceChange, getChangeDirection } from '../marketdata/price-change.js';
import { renderLiveStatus, renderMarketNavigation } from '../marketdata/market-pages.page.js';
import { formatPrice } from '../money/price-text.js';
import { renderFormToken } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { toDigits } from '../pages/number-format.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderSymbolChoices, SYMBOL_ATTRIBUTES } from '../pages/choices.page.js';
import type { WatchlistColumn } from './watchlist-columns.js';
import { columnTitles, renderColumns, renderNewListForm, renderSettings } from './watchlist-forms.page.js';
import type { WatchlistView, WatchlistBoardView, WatchlistRowView } from './watchlist.view.js';

/** With what only the page shows; programs get the watchlist. */
export type WatchlistPageView = WatchlistView & { board?: WatchlistBoardView };

/** The same for the list. JSON omits properties of an array. */
export type WatchlistPageViews = WatchlistView[] & {
  board?: WatchlistBoardView;
  candidate?: Readonly<{ id: number; symbol: string }>;
};

/** The first watchlist or, for an instrument, the choice of a watchlist. */
export function watchlistsPage(views: WatchlistPageViews, context: PageContext): PageContent {
  const { board, candidate } = views;
  if (candidate !== undefined) return choicePage(views, candidate, context);
  return board?.shown ? renderPage(board, board.shown, context) : emptyPage(context);
}

export function watchlistPage(view: WatchlistPageView, context: PageContext): PageContent {
  return view.board === undefined ? emptyPage(context) : renderPage(view.board, view, context);
}

const styles = ['market.css', 'watchlists.css'];

function emptyPage(context: PageContext): PageContent {
  return {
    title: 'Watchlists',
    styles,
    body: html`<article class="listing wide watchlists">
<h1>Watchlists</h1>
${renderMarketNavigation(context.path)}
<p class="empty">You have no watchlists yet. A watchlist shows the instruments that you choose, in your order, with live prices and your position.</p>
${renderNewListForm(context)}
</article>`,
  };
}

/** The lists of a user, each with a button for one instrument. */
function choicePage(
  lists: readonly WatchlistView[],
  { id, symbol }: Readonly<{ id: number; symbol: string }>,
  context: PageContext,
): PageContent {
  const renderChoice = (list: WatchlistView): Html => {
    const isIn = list.instrument_ids.includes(id);
    return html`<form class="pick" method="post" action="/watchlists/${list.id}/rows">${renderFormToken(context)}<a href="/watchlists/${list.id}">${list.name}</a> <button type="submit" name="row" value="${id} ${isIn ? 'remove' : 'add'}"${!isIn && html` class="primary"`}>${isIn ? 'Remove' : 'Add'}<span class="hidden"> ${symbol}</span></button></form>
`;
  };
  return {
    title: `Watch ${symbol}`,
    styles,
    body: html`<article class="listing watchlists">
<p class="back"><a href="/desk/${id}">Market of ${symbol}</a></p>
<h1>Watch ${symbol}</h1>
${lists.map(renderChoice)}
<h2>New watchlist with ${symbol}</h2>
${renderNewListForm(context, id)}
</article>`,
  };
}

function renderPage(board: WatchlistBoardView, shown: WatchlistView, context: PageContext): PageContent {
  return {
    title: shown.name,
    styles,
    scripts: ['watchlist.js'],
    body: html`<article class="listing wide watchlists">
<h1>${shown.name}</h1>
${renderMarketNavigation('/watchlists')}
${renderTabs(board.lists, shown)}
${renderLiveStatus()}
<div id="watchlist">
${board.rows.length === 0 ? html`<p class="empty">No instruments yet. Add the first one by its symbol.</p>` : renderTable(board, shown, context)}
</div>
<p class="news" role="status" id="said"></p>
${renderAddForm(shown, context)}
<div class="arrange">
${renderColumns(board.columns, shown.id, context)}
${renderSettings(shown, context)}
<details id="new"><summary>New watchlist</summary>
${renderNewListForm(context)}
</details>
</div>
</article>`,
  };
}

const renderTabs = (lists: readonly WatchlistView[], shown: WatchlistView): Html | null =>
  lists.length > 1
    ? html`<nav class="siblings" aria-label="Watchlists"><ul>${lists.map(({ id, name }) => html`<li><a href="/watchlists/${id}"${id === shown.id && html` aria-current="page"`}>${name}</a></li>`)}</ul></nav>`
    : null;

/** One form has the buttons of all rows. Scripts find a figure by its field, and decimals and previous close at its row. */
function renderTable({ rows, columns }: WatchlistBoardView, { id, name }: WatchlistView, context: PageContext): Html {
  return html`<form method="post" action="/watchlists/${id}/rows">${renderFormToken(context)}
<section class="scroll" tabindex="0" aria-label="${name}">
<table class="rows">
<thead><tr><th scope="col">Instrument</th>${columns.map((column) => html`<th scope="col" class="n">${columnTitles[column]}</th>`)}<th scope="col"><span class="hidden">Actions</span></th></tr></thead>
<tbody>
${rows.map((row) => renderRow(row, columns))}</tbody>
</table>
</section>
</form>`;
}

function renderRow(row: WatchlistRowView, columns: readonly WatchlistColumn[]): Html {
  const { id, symbol, name, decimals, status } = row;
  const figures = readFigures(row);
  return html`<tr id="i${id}" data-d="${decimals}" data-c="${figures.close}"><th scope="row"><a href="/desk/${id}">${symbol}</a>${status !== 'Open' && status !== 'Closed' && html` <span class="badge warn">${status.toLowerCase()}</span>`} <small>${name}</small></th>${columns.map((column) => renderFigure(column, figures[column]))}<td class="do"><a class="button" data-row="n" href="/desk/${id}#ticket">Trade<span class="hidden"> ${symbol}</span></a> <a class="button" data-row="l" href="/alerts?instrument_id=${id}">Alert<span class="hidden"> on ${symbol}</span></a> ${renderMove(row, ['up', 'K', '↑'])} ${renderMove(row, ['down', 'J', '↓'])} ${renderMove(row, ['remove', 'Delete', '×'])}</td></tr>
`;
}

const renderMove = (
  { id, symbol }: WatchlistRowView,
  [what, key, sign]: readonly [what: string, key: string, sign: string],
): Html =>
  html`<button type="submit" name="row" value="${id} ${what}" data-row="${key}" aria-label="${what === 'remove' ? 'Remove' : 'Move'} ${symbol}${what !== 'remove' && ` ${what}`}">${sign}</button>`;

function renderFigure(column: WatchlistColumn, text: string): Html {
  const direction = column === 'change' || column === 'percent' ? getChangeDirection(text) : null;
  return html`<td class="n${direction !== null && ` ${direction}`}" data-field="${column}">${text}</td>`;
}

/** Texts of one row: all of its prices have the decimals of its tick. */
function readFigures(row: WatchlistRowView): Readonly<Record<WatchlistColumn | 'close', string>> {
  const { decimals, market, position } = row;
  const find = (side: string): Readonly<{ price: string; quantity: string }> => {
    const item = market.find((one) => one.side === side);
    return item === undefined || 'levels' in item
      ? { price: '', quantity: '' }
      : { price: formatPrice(toDigits(item.price), decimals), quantity: String(item.quantity ?? '') };
  };
  const close = formatPrice(toDigits(row.previous_close), decimals);
  const last = find('Last').price;
  const change = close === '' || last === '' ? null : computePriceChange(last, close, decimals);
  return {
    close,
    last,
    change: change?.points ?? '',
    percent: change?.percent ?? '',
    bid: find('Buy').price,
    offer: find('Sell').price,
    volume: find('Volume').quantity,
    position: position === 0 ? '' : String(position),
    high: find('High').price,
    low: find('Low').price,
  };
}

const renderAddForm = ({ id }: WatchlistView, context: PageContext): Html =>
  html`<form class="add" method="post" action="/watchlists/${id}/instruments">${renderFormToken(context)}
<label for="symbol">Add instrument</label> <input id="symbol" type="text" name="symbol"${SYMBOL_ATTRIBUTES} maxlength="32" required autocomplete="off" placeholder="Symbol" data-key="a"> <button type="submit">Add</button>
${renderSymbolChoices(context)}
</form>`;
