import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { formatFieldText } from './curl.js';
import { credentialLabels, missingClientHint, renderExample, renderInline, renderProse } from './documentation.page.js';
import type {
  OperationResponseView,
  BodyView,
  OperationView,
  ParameterView,
  BodySchemaView,
} from './documentation.view.js';
import type { FieldDescription } from './fields.js';
import type { ExampleClient } from './examples.js';

/**
 * A form that `docs.js` brings to life; it stays hidden without scripts, where the command above it does the same. What
 * the script has to know stands in data attributes, so no script stands in the page.
 */
function renderTryIt(
  { method, path, access, parameters, body }: OperationView,
  { getAssetUrl, baseUrl }: PageContext,
  exampleClient: ExampleClient | undefined,
): Html {
  const inputs = parameters.filter(({ name }) => name !== 'Prefer');
  return html`<section id="try" hidden>
<h2>Try it</h2>
<form class="try" data-method="${method}" data-path="${path}" data-access="${access}" data-base="${baseUrl}"${access === 'bearer' && exampleClient?.token && html` data-before="${exampleClient.token}"`}${body && html` data-body="${body.content_type}"`}>
${credentialFields[access]?.(exampleClient?.clientId ?? '')}
${inputs.map(renderParameterField)}
${body && renderBodyField(body)}
<p><button class="primary" type="submit">Send</button></p>
<h3>As a command</h3>
<pre tabindex="0" aria-label="Command"><code class="command"></code></pre>
</form>
<div class="outcome" role="status"></div>
</section>
<script src="${getAssetUrl('docs.js')}" type="module"></script>`;
}

const credentialFields: Readonly<Record<string, (clientId: string) => Html>> = {
  bearer: () =>
    html`<p class="field"><label for="try-token">Access token</label><input id="try-token" name="token" type="password" autocomplete="new-password" spellcheck="false" aria-describedby="try-token-hint"><small class="hint" id="try-token-hint">Kept in this tab until you close it.</small></p>`,
  client: (
    clientId,
  ) => html`<p class="field"><label for="try-id">Client id</label><input id="try-id" name="client_id" type="text" value="${clientId}" autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="try-secret">Client secret</label><input id="try-secret" name="client_secret" type="password" autocomplete="new-password" aria-describedby="try-secret-hint"><small class="hint" id="try-secret-hint">Kept in this tab until you close it.</small></p>`,
};

function renderParameterField({ name, in: place, type, required, description, example }: ParameterView): Html {
  const id = `try-${place}-${name}`;
  const preset = required ? String(example) : '';
  return html`<p class="field"><label for="${id}">${name}</label>
<input id="${id}" name="${name}" type="text" value="${preset}" placeholder="${String(example)}" data-in="${place}" autocomplete="off" spellcheck="false"${required && html` required`} aria-describedby="${id}-hint">
<small class="hint" id="${id}-hint">${description !== '' && html`${description.replaceAll('`', '')} `}${type}${!required && ', may be left empty'}${type.startsWith('list of') && '; several are separated by commas'}</small></p>`;
}

function renderBodyField({ content_type: type, example }: BodyView): Html {
  const text =
    type === 'application/json'
      ? JSON.stringify(example, null, 2)
      : Object.entries(example as object)
          .map(([name, value]) => `${name}=${formatFieldText(value)}`)
          .join('\n');
  const rows = Math.min(24, text.split('\n').length + 1);
  return html`<p class="field"><label for="try-body">Body, <code>${type}</code></label>
<textarea id="try-body" name="body" rows="${rows}" spellcheck="false">${text}</textarea>${type !== 'application/json' && html`<small class="hint">One field per line, as name=value.</small>`}</p>`;
}

/** A page names the reader's own key; a program sees none. */
export type ReaderOperation = OperationView & Readonly<{ exampleClient?: ExampleClient }>;

/** The client id that stands for anybody's in examples. */
const EXAMPLE_CLIENT_ID = 'Yt3bYbMr0cWd8xPnK1zQ';

/** Everything about one endpoint. Without scripts it is complete; with them it can also be tried. */
export function operationPage(view: ReaderOperation, context: PageContext): PageContent {
  const {
    method,
    path,
    summary,
    description,
    access,
    parameters,
    body,
    answers,
    operation_id: operationId,
    room,
    guide,
    exampleClient,
  } = view;
  const errorResponses = answers.filter(({ codes }) => codes.length > 0);
  return {
    title: `${method} ${path}`,
    body: html`<article class="docs operation">
<h1><span class="method">${method}</span> <code>${path}</code></h1>
<p class="lead">${renderInline(summary)}.</p>
${renderProse(description)}
<table class="facts">
<tbody>
<tr><th scope="row">Needs</th><td>${credentialLabels[access]}</td></tr>
<tr><th scope="row">Belongs to</th><td><a href="/docs#${room}">${room}</a></td></tr>
<tr><th scope="row">Name</th><td><code>${operationId}</code></td></tr>
${guide !== null && html`<tr><th scope="row">Guide</th><td><a href="${guide}">${guide}</a></td></tr>\n`}</tbody>
</table>
${parameters.length > 0 && html`<h2>Parameters</h2>${renderParameterTable(parameters)}`}
${body && renderBody(body)}
${renderRequest(view, context, exampleClient)}
${exampleClient === undefined ? usesClient(access) && context.userName !== null && missingClientHint : renderClientToken(view, exampleClient, context)}
${access !== 'stream' && access !== 'session' && renderTryIt(view, context, exampleClient)}
<h2>Answers</h2>
${answers.filter(isSuccess).map((answer, index, all) => renderResponse(answer, all.slice(0, index)))}
<h2>Failures</h2>
${renderErrorTable(errorResponses)}
</article>`,
  };
}

function renderBody(body: BodyView): Html {
  const { content_type: type, also, fields, shapes } = body;
  const media = html`<p><code>${type}</code>${also.length > 0 && html`; the fields that are text may also come as a form, <code>${also.join(', ')}</code>`}</p>`;
  if (shapes.length === 0)
    return html`<h2>Body</h2>${media}${renderFieldTable(fields, 'Fields of the body', 'Needed')}${renderExample(formatBody(body))}`;
  return html`<h2>Body</h2>${media}
<p>One of these: ${shapes.map(({ name }, index) => html`${index > 0 && ', '}<a href="#body-${name}"><code>${name}</code></a>`)}.</p>
${shapes.map((shape) => renderBodySchema(shape, body))}`;
}

/** The fields that one shape has and needs, and how it looks when it travels. */
const renderBodySchema = (
  { name, description, fields, example: value }: BodySchemaView,
  body: BodyView,
): Html => html`<h3 id="body-${name}"><code>${name}</code></h3>
${renderProse(description)}${renderFieldTable(fields, `Fields of ${name}`, 'Needed')}${renderExample(formatBody({ ...body, example: value }))}
`;

function renderRequest(
  { curl, access, method, body }: OperationView,
  { baseUrl }: PageContext,
  exampleClient: ExampleClient | undefined,
): Html {
  if (curl === null)
    return html`<section id="request">
<h2>Request</h2>
<p>${method === 'GET' ? browserPageNote : browserFormNote}</p>
</section>`;
  return html`<section id="request">
<h2>Request</h2>
<pre class="wrapped" tabindex="0"><code>BASE=${baseUrl}
${insertClientId(curl, access, exampleClient)}</code></pre>${
    body !== null &&
    body.shapes.length > 0 &&
    html`
<p class="hint">Each of the bodies above works as well.</p>`
  }
</section>`;
}

const browserPageNote = html`This page is for signed-in browsers. Programs do not request it.`;
const browserFormNote = html`This form is for signed-in browsers. Programs do not send it: it contains a <code>form_token</code> that only the page has; without it the response is <a href="/docs/errors/foreign_form">403</a>.`;

/** The secret stays a variable: histories and shoulders remember. */
function insertClientId(curl: string, access: string, exampleClient: ExampleClient | undefined): string {
  if (exampleClient === undefined) return curl;
  const own = curl
    .replaceAll('$CLIENT_ID', exampleClient.clientId)
    .replaceAll(EXAMPLE_CLIENT_ID, exampleClient.clientId);
  return exampleClient.token !== null && usesToken(access) ? `${exampleClient.token}\n${own}` : own;
}

const usesToken = (access: string): boolean => access === 'bearer' || access === 'stream';
const usesClient = (access: string): boolean => access === 'client' || usesToken(access);

/** What the command above takes for granted, with the reader's own key. */
function renderClientToken(
  { access }: OperationView,
  { clientId, name, token, command, hint }: ExampleClient,
  context: PageContext,
): Html | null {
  const secret = html`The secret of your key “${name}” is shown under <a href="/profile#key-${clientId}">your keys</a> only.`;
  if (access === 'client') return html`<p class="hint">Set CLIENT_SECRET first. ${secret}</p>`;
  if (!usesToken(access)) return null;
  return html`${token !== null && html`<p class="hint">Set CLIENT_SECRET first. ${secret}</p>\n`}${renderTokenForm(clientId, name, context)}${
    token === null &&
    html`<details class="more"><summary>A token with your own key “${name}”</summary>
<pre class="wrapped" tabindex="0"><code>${command}</code></pre>
<p class="hint">${hint} ${secret} Set TOKEN to the <code>access_token</code> of the answer.</p>
</details>`
  }`;
}

/** Works like any form; with the script of the page the token goes into the field below instead. */
function renderTokenForm(clientId: string, name: string, { formToken }: PageContext): Html | null {
  return formToken === null
    ? null
    : html`<form class="own-token" method="post" action="/profile/keys/${encodeURIComponent(clientId)}/token">
<input type="hidden" name="form_token" value="${formToken}">
<p><button type="submit">Get a token for ten minutes</button> <small class="hint" role="status">By your sign-in and without the secret, in the name of your key “${name}”. It is written down in the <a href="/audit">audit log</a>.</small></p>
</form>`;
}

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
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Needed</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${parameters.map(({ name, in: place, type, required, description }) => html`<tr><td><code>${name}</code></td><td data-label="in">${place}</td><td>${type}</td><td data-label="needed:">${required ? 'yes' : 'no'}</td><td>${renderInline(description)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** `always` heads the column that tells whether a field has to be sent, or always comes. */
function renderFieldTable(
  fields: readonly FieldDescription[],
  label: string,
  header: 'Always' | 'Needed' = 'Always',
): Html {
  if (fields.length === 0) return html``;
  return html`<section class="scroll" tabindex="0" aria-label="${label}">
<table class="rows stack fields ${header.toLowerCase()}">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">${header}</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(({ name, type, required, description }) => html`<tr><td><code>${name}</code></td><td>${type}</td><td>${required ? 'yes' : 'no'}</td><td>${renderInline(description)}</td></tr>\n`)}</tbody>
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
<table class="rows">
<thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead>
<tbody>
${rows.map(({ status, codes }) => html`<tr><td class="n">${status}</td><td class="text">${codes.map((code, index) => html`${index > 0 && ', '}<a href="/docs/errors/${code}"><code>${code}</code></a>`)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}
