import { html } from '../pages/html.js';
import type { ChangeView } from './changes.view.js';
import { renderSpans } from './spans.page.js';

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
