import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { frameDocumentation, renderSearchForm } from './documentation-frame.page.js';
import { getReader } from './reader.js';
import { escapePattern, splitWords } from './search-index.js';
import type { SearchResultView } from './documentation.view.js';

/** The results, each with the passage that has the words. */
export function searchPage(results: readonly SearchResultView[], context: PageContext): PageContent {
  const query = new URL(context.path, 'http://here').searchParams.get('q') ?? '';
  const article = html`<h1>Search the documentation</h1>
${renderSearchForm(query, 'q')}
<div id="results" role="status">
${renderResults(results, query)}
</div>`;
  return frameDocumentation({ title: 'Search', article, reader: getReader(results), kind: 'results' }, context);
}

function renderResults(results: readonly SearchResultView[], query: string): Html {
  if (query.trim() === '')
    return html`<p class="hint">Guides, endpoints, errors and changes are searched for every word.</p>`;
  if (results.length === 0)
    return html`<p class="empty">Nothing in the documentation has all of these words: “${query}”. Fewer words find more.</p>`;
  return html`<ol>
${results.map(({ kind, title, href, passage }) => html`<li><a href="${href}">${title}</a> <span class="badge">${kind}</span><p>${markWords(passage, splitWords(query))}</p></li>\n`)}</ol>`;
}

function markWords(text: string, words: readonly string[]): Html {
  const pattern = new RegExp(`(${words.map(escapePattern).join('|')})`, 'giu');
  return html`${text.split(pattern).map((part, at) => (at % 2 === 0 ? part : html`<mark>${part}</mark>`))}`;
}
