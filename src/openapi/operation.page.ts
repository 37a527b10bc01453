import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderExample, renderPlainText } from './code.page.js';
import { frameDocumentation } from './documentation-frame.page.js';
import { credentialLabels } from './documentation.page.js';
import { type GuideSummaryView, getTagTitle } from './documentation.view.js';
import { universalErrors } from './endpoint.js';
import { formatFieldText } from './example-request.js';
import type { FieldDescription } from './fields.js';
import type {
  BodySchemaView,
  BodyView,
  OperationResponseView,
  OperationView,
  ParameterView,
} from './operation.view.js';
import { getReader } from './reader.js';
import { renderRequest } from './request.page.js';
import { renderInline, renderProse } from './spans.page.js';

/** Everything about one endpoint, with its request beside it. Without scripts it is complete; with them it can also be tried. */
export function operationPage(view: OperationView, context: PageContext): PageContent {
  const { method, path, room, browser_only: isBrowserOnly, parameters, body, answers } = view;
  const reader = getReader(view);
  const errorResponses = answers
    .map((answer) => ({ ...answer, codes: answer.codes.filter((code) => !universalErrors.has(code)) }))
    .filter(({ codes }) => codes.length > 0);
  const article = html`<header>
<p class="back"><a href="/docs">Documentation</a> / ${isBrowserOnly ? html`<a href="/docs/pages#${room}">Pages and forms</a>` : html`<a href="/docs/reference/${room}">${getTagTitle(room)}</a>`}</p>
${renderSummary(view, reader.guides)}
</header>
${renderRequest(view, context, reader)}
<div class="details">
${parameters.length > 0 && html`<h2 id="parameters">Parameters</h2>${renderParameterTable(parameters)}`}
${body && renderBody(body)}
<h2 id="answers">Answers</h2>
${answers.filter(isSuccess).map((answer, index, all) => renderResponse(answer, all.slice(0, index)))}
<h2 id="failures">Failures</h2>
${errorResponses.length > 0 && renderErrorTable(errorResponses)}
<p>And those <a href="/docs/http#errors">of every endpoint</a>.</p>
</div>`;
  const scripts = view.curl === null || view.access === 'stream' ? [] : ['docs.js'];
  return frameDocumentation(
    { title: `${method} ${path}`, article, reader, kind: 'operation', resource: room, scripts },
    context,
  );
}

function renderSummary(view: OperationView, guides: readonly GuideSummaryView[]): Html {
  const { method, path, summary, description, access, scope, guide, operation_id: operationId } = view;
  return html`<h1><span class="method">${method}</span> <code>${path}</code></h1>
<p class="lead">${renderInline(summary)}.</p>
${renderProse(description)}
<table class="facts">
<tbody>
<tr><th scope="row">Needs</th><td>${credentialLabels[access]}${scope !== null && html`, <a href="/docs/scopes">scope</a> <code>${scope}</code>`}</td></tr>
<tr><th scope="row">Name</th><td><code>${operationId}</code></td></tr>
${guide !== null && html`<tr><th scope="row">Guide</th><td><a href="${guide}">${guides.find(({ href }) => href === guide)?.title ?? guide}</a></td></tr>\n`}</tbody>
</table>`;
}

function renderBody(body: BodyView): Html {
  const { content_type: type, also, fields, shapes } = body;
  const media = html`<p><code>${type}</code>${also.length > 0 && html`; the fields that are text may also come as a form, <code>${also.join(', ')}</code>`}</p>`;
  if (shapes.length === 0)
    return html`<h2 id="body">Body</h2>${media}${renderFieldTable(fields, 'Fields of the body', true)}${renderExample(formatBody(body))}`;
  return html`<h2 id="body">Body</h2>${media}
<p>One of these: ${shapes.map(({ name }, index) => html`${index > 0 && ', '}<a href="#body-${name}">${name}</a>`)}.</p>
${shapes.map((shape, at) => renderBodySchema(shape, body, shapes.slice(0, at)))}`;
}

/** The fields that one shape has and needs, and how it looks when it travels. A field that an earlier shape has is named only. */
function renderBodySchema(shape: BodySchemaView, body: BodyView, earlier: readonly BodySchemaView[]): Html {
  const { name, description, fields, example: value } = shape;
  const sharing = earlier.map((other) => ({
    name: other.name,
    fields: fields.filter((field) => hasField(other, field) && findFirstShape(earlier, field) === other),
  }));
  const own = fields.filter((field) => findFirstShape(earlier, field) === undefined);
  return html`<h3 id="body-${name}"><code>${name}</code></h3>
${renderProse(description)}${renderFieldTable(own, `Fields of ${name}`, true)}${sharing
    .filter((shared) => shared.fields.length > 0)
    .map(
      (shared) =>
        html`<p class="shared">As in <a href="#body-${shared.name}">${shared.name}</a>: ${shared.fields.map(({ name: field }, index) => html`${index > 0 && ', '}${field}`)}.</p>\n`,
    )}${renderExample(formatBody({ ...body, example: value }))}
`;
}

const hasField = ({ fields }: BodySchemaView, field: FieldDescription): boolean =>
  fields.some((other) => JSON.stringify(other) === JSON.stringify(field));

const findFirstShape = (shapes: readonly BodySchemaView[], field: FieldDescription): BodySchemaView | undefined =>
  shapes.find((shape) => hasField(shape, field));

/** JSON is laid out for reading; a form stands as it travels. */
const formatBody = ({ content_type: type, example: value }: BodyView): unknown =>
  type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(Object.entries(value as object).map(([name, of]) => [name, formatFieldText(of)])).toString()
    : value;

/** A form that went well and a login that is required may have one status; the success is described first. */
const isSuccess = ({ status, description }: OperationResponseView): boolean =>
  status < 400 && !/^`\w+`: /.test(description);

function renderParameterTable(parameters: readonly ParameterView[]): Html {
  return html`<section class="scroll" tabindex="0" aria-label="Parameters">
<table class="rows stack fields">
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${parameters.map(({ name, in: place, type, required, description }) => html`<tr><td>${name}</td><td>${place}, ${renderPlainText(type)}, ${required ? 'required' : 'optional'}</td><td>${renderInline(description)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** Of a body, what has to be sent is marked; of an answer, what may be absent. */
function renderFieldTable(fields: readonly FieldDescription[], label: string, isBody = false): Html {
  if (fields.length === 0) return html``;
  const formatNeed = ({ required }: FieldDescription): string =>
    required ? (isBody ? ', required' : '') : ', optional';
  return html`<section class="scroll" tabindex="0" aria-label="${label}">
<table class="rows stack fields">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map((field) => html`<tr><td>${field.name}</td><td>${renderPlainText(field.type + formatNeed(field))}</td><td>${renderInline(field.description)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** What an answer before it looks like is not shown twice. */
function renderResponse(response: OperationResponseView, previous: readonly OperationResponseView[]): Html {
  const { status, description, content_types: types, fields, example: responseExample } = response;
  const sameResponse = previous.find(
    (other) => toComparisonKey(other) === toComparisonKey(response) && fields.length > 0,
  );
  const own = fields.filter((field) => !isItemField(field, fields));
  return html`<h3><span class="figure">${status}</span></h3>
<p>${renderInline(description)}${types.length > 0 && html` As ${types.map((type, index) => html`${index > 0 && ' or '}<code>${type}</code>`)}.`}</p>
${
  sameResponse === undefined
    ? html`${renderFieldTable(own, `Fields of answer ${status}`)}
${
  own.length < fields.length &&
  html`<p class="hint">If the response is a list, each item has the fields without <code>[]</code> , too, as far as they apply.</p>
`
}${responseExample !== null && renderExample(responseExample)}`
    : html`<p>It has the fields of ${sameResponse.status}, and looks like it.</p>`
}`;
}

const toComparisonKey = ({ fields, example: responseExample }: OperationResponseView): string =>
  JSON.stringify([fields, responseExample]);

/** The field of an item, where an answer that is no list has the same. */
const isItemField = ({ name, type, description }: FieldDescription, fields: readonly FieldDescription[]): boolean =>
  name.startsWith('[].') &&
  fields.some((other) => `[].${other.name}` === name && other.type === type && other.description === description);

function renderErrorTable(errorResponses: readonly OperationResponseView[]): Html {
  const statuses = [...new Set(errorResponses.map(({ status }) => status))];
  const rows = statuses.map((status) => ({
    status,
    codes: errorResponses.filter((one) => one.status === status).flatMap(({ codes }) => codes),
  }));
  return html`<section class="scroll" tabindex="0" aria-label="Failures">
<table class="rows codes">
<thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead>
<tbody>
${rows.map(({ status, codes }) => html`<tr><td class="n">${status}</td><td class="text">${codes.map((code, index) => html`${index > 0 && ', '}<a href="/docs/errors/${code}">${code}</a>`)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}
