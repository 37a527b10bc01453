import { type Html, html } from '../../http/html.js';
import type { PageContent, Visit } from '../../http/page.js';
import { type Column, table } from '../../http/table.page.js';
import { siblings, when } from '../market-pages.page.js';
import type { BarView } from './bar.view.js';
import { SPANS } from './bar.js';

export function barsPage(bars: readonly BarView[], { path, next }: Visit): PageContent {
  const { searchParams } = new URL(path, 'http://here');
  const [id, interval] = [searchParams.get('instrument_id'), searchParams.get('interval')];
  const title = `Bars of instrument ${id ?? ''}`;
  return {
    title,
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">What was traded, ${interval === '1d' ? 'session by session' : `in stretches of ${interval ?? ''}`}. Where nothing was traded there is no bar.</p>
${siblings(path)}
${spans(searchParams)}
${bars.length === 0 ? html`<p class="empty">Nothing was traded.</p>` : table(title, bars, interval === '1d' ? [session, ...columns] : [start, ...columns])}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

/** The same instrument in bars of another length. */
function spans(asked: URLSearchParams): Html {
  const link = (span: string): Html => {
    const to = new URLSearchParams({ instrument_id: asked.get('instrument_id') ?? '', interval: span, newest: asked.get('newest') ?? 'true' });
    return html`<li><a href="/bars?${String(to)}"${asked.get('interval') === span && html` aria-current="page"`}>${span}</a></li>`;
  };
  return html`<nav class="siblings" aria-label="Length of a bar"><ul>${SPANS.map(link)}</ul></nav>`;
}

const start: Column<BarView> = { title: 'Start', cell: (bar) => when(bar.start) };
const session: Column<BarView> = { title: 'Session', cell: (bar) => html`<time datetime="${bar.session_date}">${bar.session_date}</time>` };

const columns: readonly Column<BarView>[] = [
  { title: 'Open', figure: ({ open }) => open },
  { title: 'High', figure: ({ high }) => high },
  { title: 'Low', figure: ({ low }) => low },
  { title: 'Close', figure: ({ close }) => close },
  { title: 'Volume', figure: ({ volume }) => volume },
  { title: 'Trades', figure: ({ trades }) => trades },
];
