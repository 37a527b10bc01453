import { renderBarsTable } from '../marketdata/bars/bars.page.js';
import { html, renderJsonAttribute } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { ChartBarView, ChartHistoryView } from './desk-market.view.js';

const isMadeUp = ({ is_made_up: marked }: ChartBarView): boolean => marked;

/** The bars of a chart as a table, from which a script reads them with their sessions. */
export function deskHistoryPage({ bars, sessions }: ChartHistoryView, context: PageContext): PageContent {
  const { pathname, searchParams: query } = new URL(context.path, 'http://here');
  const id = Number(pathname.split('/')[2]);
  const symbol = context.getName('instrument_id', id);
  const title = `Bars of ${symbol}`;
  const madeUp = bars.filter(isMadeUp).length;
  return {
    title,
    styles: ['market.css'],
    body: html`<article class="listing" data-sessions=${renderJsonAttribute(JSON.stringify(sessions))}>
<p class="back"><a href="/desk/${id}">Market of ${symbol}</a></p>
<h1>${title}</h1>
<p class="lead">${madeUp === 0 ? 'Charts of this instrument have no made-up bars.' : `Made up: ${madeUp} of ${bars.length}. This is a sandbox, and nobody traded then: these bars only fill its charts. Orders and positions know nothing of them.`} <a href="/bars?instrument_id=${id}&interval=${query.get('interval')}&newest=true">The bars of trades only</a></p>
${bars.length === 0 ? html`<p class="empty">No trades yet.</p>` : renderBarsTable(title, bars, context, isMadeUp)}
</article>`,
  };
}
