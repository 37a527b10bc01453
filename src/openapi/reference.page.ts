import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { frameDocumentation } from './documentation-frame.page.js';
import { credentialLabels } from './documentation.page.js';
import type { OperationSummaryView, TagView, ReferenceView, ResourceReferenceView } from './documentation.view.js';
import { getReader } from './reader.js';
import { renderInline, renderPath, renderProse } from './spans.page.js';

/** All endpoints in one table for each resource. */
export function referencePage(view: ReferenceView, context: PageContext): PageContent {
  const { title, summary, resources } = view;
  const article = html`<h1>${title}</h1>
<p class="lead">${renderInline(summary)}</p>
${resources.map(renderResource)}`;
  const parts = resources.map((tag) => ({ id: tag.name, text: tag.title }));
  return frameDocumentation({ title, article, reader: getReader(view), kind: 'guide', parts }, context);
}

const renderResource = ({ name, title, description, operations }: TagView): Html => html`<h2 id="${name}">${title}</h2>
<p>${renderInline(description)}</p>
${renderEndpoints(operations, name)}
`;

const renderEndpoints = (
  operations: readonly OperationSummaryView[],
  labelId: string,
): Html => html`<section class="scroll" tabindex="0" aria-labelledby="${labelId}">
<table class="rows stack endpoints">
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Credential</th><th scope="col">Description</th></tr></thead>
<tbody>
${operations.map(({ method, path, access, summary, href }) => html`<tr><td>${method}</td><td><a href="${href}">${renderPath(path)}</a></td><td>${credentialLabels[access]}</td><td>${renderInline(summary)}</td></tr>\n`)}</tbody>
</table>
</section>`;

/** The endpoints of one resource, with what each of them does. */
export function resourceReferencePage(view: ResourceReferenceView, context: PageContext): PageContent {
  const { name, title, description, operations } = view;
  const article = html`<p class="back"><a href="/docs/reference">API reference</a></p>
<h1>${title}</h1>
<p class="lead">${renderInline(description)}</p>
${operations.map(
  ({ operation_id: id, method, path, access, summary, href, description: text }) => html`<section class="endpoint">
<h2 id="${id}"><span class="method">${method}</span> <a href="${href}">${path}</a></h2>
<p>${renderInline(summary)}. <span class="hint">Needs ${credentialLabels[access]}.</span></p>
${renderProse(text)}</section>
`,
)}`;
  const parts = operations.map(({ operation_id: id, method, path }) => ({
    id,
    text: html`<span class="method">${method}</span> ${path}`,
  }));
  return frameDocumentation({ title, article, reader: getReader(view), kind: 'guide', parts, resource: name }, context);
}
