import { errorPage } from '../pages/error.page.js';
import { renderFormToken } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { FormErrorPage, PageContext } from '../pages/page.js';
import type { WatchlistColumn } from './watchlist-columns.js';
import { NAME_MAX } from './watchlist-limits.js';
import type { WatchlistView } from './watchlist.view.js';

export const columnTitles: Readonly<Record<WatchlistColumn, string>> = {
  last: 'Last',
  change: 'Change',
  percent: '%',
  bid: 'Bid',
  offer: 'Offer',
  volume: 'Volume',
  position: 'Position',
  high: 'High',
  low: 'Low',
};

export const renderNewListForm = (context: PageContext, instrumentId?: number): Html =>
  html`<form class="add" method="post" action="/watchlists/new">${renderFormToken(context)}${instrumentId !== undefined && html`<input type="hidden" name="instrument_id" value="${instrumentId}">`}
<label for="new-name">Name</label> <input id="new-name" type="text" name="name" maxlength="${NAME_MAX}" required autocomplete="off" placeholder="Index futures"> <button type="submit">Create</button>
</form>`;

/** The order of the columns: each is one step to the left or to the right. */
export const renderColumns = (columns: readonly WatchlistColumn[], id: number, context: PageContext): Html =>
  html`<details><summary>Columns</summary>
<form method="post" action="/watchlists/columns" id="columns">${renderFormToken(context)}<input type="hidden" name="watchlist_id" value="${id}">
<p class="hint">In this order from left to right, in all of your watchlists.</p>
<ol>${columns.map((column, index) => renderColumn(column, { isFirst: index === 0, isLast: index === columns.length - 1 }))}</ol>
</form>
</details>`;

function renderColumn(
  column: WatchlistColumn,
  { isFirst, isLast }: Readonly<{ isFirst: boolean; isLast: boolean }>,
): Html {
  const title = columnTitles[column];
  const renderStep = (direction: 'left' | 'right', sign: string, isAtEnd: boolean): Html =>
    html`<button type="submit" name="column" value="${column} ${direction}" aria-label="Move ${title} to the ${direction}"${isAtEnd && ' disabled'}>${sign}</button>`;
  return html`<li><span>${title}</span> ${renderStep('left', '←', isFirst)} ${renderStep('right', '→', isLast)}</li>`;
}

export const renderSettings = ({ id, name }: WatchlistView, context: PageContext): Html =>
  html`<details><summary>Rename or delete</summary>
<form class="add" method="post" action="/watchlists/${id}/name">${renderFormToken(context)}
<label for="list-name">Name</label> <input id="list-name" type="text" name="name" value="${name}" maxlength="${NAME_MAX}" required autocomplete="off"> <button type="submit">Rename</button>
</form>
<form method="post" action="/watchlists/${id}/deletion">${renderFormToken(context)}
<p class="hint">Deleting the list changes nothing but this list.</p>
<p class="actions"><button type="submit" class="danger">Delete watchlist</button></p>
</form>
</details>`;

/** What was wrong, and the way back: the forms are short. */
export const rejectedWatchlistFormPage: FormErrorPage = (problem, sent, context) => {
  const [, id] = /^\/watchlists\/(\d+)$/.exec(context.path) ?? [];
  if (problem.code === 'unknown_watchlist') return errorPage(problem, context);
  const title = id === undefined ? 'No watchlist was created' : 'The watchlist was not changed';
  const messages = (problem.errors ?? []).map(({ message }) => message);
  return {
    title,
    styles: ['market.css', 'watchlists.css'],
    body: html`<article class="listing watchlists">
<h1>${title}</h1>
<p class="refusal" role="alert">${problem.code === 'invalid_request' && messages.length > 0 ? `${messages.join('. ')}.` : problem.detail}</p>
${sent['symbol'] !== undefined && html`<p><a href="/instruments">All instruments</a> has the symbols.</p>`}
<p class="actions"><a class="button primary" href="${id === undefined ? '/watchlists' : `/watchlists/${id}`}">Back to ${id === undefined ? 'your watchlists' : 'the watchlist'}</a></p>
</article>`,
  };
};
