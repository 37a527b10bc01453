import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { ChangeView } from './changes.view.js';
import { frameDocumentation } from './documentation-frame.page.js';
import { rewriteLinks } from './markdown-text.js';
import { getReader } from './reader.js';
import { renderSpans } from './spans.page.js';

/** What changed, version by version. */
export function changesPage(changes: readonly ChangeView[], context: PageContext): PageContent {
  const versions = [...new Set(changes.map(({ version }) => version))];
  const article = html`<h1>Changes</h1>
<p class="lead">What changed for the clients, users and operators of this service. <a href="/changes.atom">As a feed</a>.</p>
${versions.map((version) =>
  renderVersion(
    version,
    changes.filter((change) => change.version === version),
  ),
)}`;
  const parts = versions.map((version) => ({ id: toVersionId(version), text: version }));
  return frameDocumentation(
    { title: 'Changes', article, reader: getReader(changes), kind: 'changes guide', parts },
    context,
  );
}

const toVersionId = (version: string): string => `version-${version.toLowerCase().replaceAll('.', '-')}`;

function renderVersion(version: string, changes: readonly ChangeView[]): Html {
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  return html`<h2 id="${toVersionId(version)}">${version}</h2>
${kinds.map(
  (kind) => html`<h3>${kind}</h3>
<ul>
${changes.filter((change) => change.kind === kind).map(({ id, text }) => html`<li id="${id}">${renderSpans(text)}</li>\n`)}</ul>
`,
)}`;
}

export const formatChanges = (changes: readonly ChangeView[]): string =>
  changes
    .map(({ version, kind, text }, at) => {
      const before = changes[at - 1];
      const heading = before?.version === version ? '' : `\n## ${version}\n`;
      const subheading = heading === '' && before?.kind === kind ? '' : `\n### ${kind}\n\n`;
      return `${heading}${subheading}- ${rewriteLinks(text)}\n`;
    })
    .join('')
    .replace(/^/, '# Changes\n');
