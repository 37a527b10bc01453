import { renderBarsTable } from '../marketdata/bars/bars.page.js';
import type { BarView } from '../marketdata/bars/bar.view.js';
import { html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';

/** Made-up bars as a table, from which a script reads those of a chart. */
export function deskHistoryPage(bars: readonly BarView[], context: PageContext): PageContent {
  const id = new URL(context.path, 'http://here').pathname.split('/')[2] ?? '';
  return {
    title: 'Made-up bars',
    styles: ['market.css'],
    body: html`<article class="listing">
<p class="back"><a href="/desk/${id}">Back to the chart</a></p>
<h1>Made-up bars</h1>
<p class="lead">This is a sandbox, and nobody traded then: these bars only fill its charts. Orders, positions and <a href="/bars?instrument_id=${id}&interval=1d&newest=true">the bars of trades</a> know nothing of them.</p>
${bars.length === 0 ? html`<p class="empty">Charts of this instrument have no made-up bars.</p>` : renderBarsTable('Made-up bars', bars, context)}
</article>`,
  };
}
