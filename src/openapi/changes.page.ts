import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { ChangeView } from './documentation.view.js';
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

/** The newest changes as an Atom feed (RFC 4287). The ids of entries have no address, so that they survive a move of the service. */
export function formatAtomFeed(changes: readonly ChangeView[], baseUrl: string): string {
  const newest = changes.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1)).slice(0, ENTRIES_MAX);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:kontor,2026:changes</id>
<title>Kontor: changes</title>
<updated>${newest[0]?.updated_at ?? new Date(0).toISOString()}</updated>
<author><name>Kontor</name></author>
<link rel="self" type="application/atom+xml" href="${baseUrl}/changes.atom"/>
<link rel="alternate" type="text/html" href="${baseUrl}/changes"/>
${newest.map(
  ({ id, version, kind, text, updated_at: updatedAt }) => html`<entry>
<id>tag:kontor,2026:changes:${id}</id>
<title>${kind}: ${toTitle(text)}</title>
<updated>${updatedAt}</updated>
<category term="${version}"/>
<link rel="alternate" type="text/html" href="${baseUrl}/changes#${id}"/>
<content type="html">${`<p>${renderSpans(text).toString()}</p>`}</content>
</entry>
`,
)}</feed>
`.toString();
}

const ENTRIES_MAX = 100;
const TITLE_LENGTH = 100;

/** The first sentence without marks, cut between words. */
function toTitle(text: string): string {
  const [sentence = text] = text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '').split(/(?<=[.:;]) /);
  const title = sentence.replace(/[.:;]$/, '');
  return title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH).replace(/\s\S*$/, '')} …`;
}
