import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { asText } from './curl.js';
import { needs, withoutKey } from './documentation.page.js';
import type { AnswerView, BodyView, OperationView, ParameterView, ShapeView } from './documentation.view.js';
import type { Field } from './fields.js';
import { example, inline, prose } from './prose.page.js';
import type { ReaderKey } from './reader-key.js';
import { tryIt } from './try-it.page.js';

/** A page names the reader's own key; a program is told nobody's. */
export type ReadersOperation = OperationView & Readonly<{ key?: ReaderKey }>;

/** The client id that stands for anybody's in examples. */
const ANYBODYS = 'Yt3bYbMr0cWd8xPnK1zQ';

/** Everything about one endpoint. Without scripts it is complete; with them it can also be tried. */
export function operationPage(view: ReadersOperation, visit: Visit): PageContent {
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
    key,
  } = view;
  const refusals = answers.filter(({ codes }) => codes.length > 0);
  return {
    title: `${method} ${path}`,
    body: html`<article class="docs operation">
<h1><span class="method">${method}</span> <code>${path}</code></h1>
<p class="lead">${inline(summary)}.</p>
${prose(description)}
<table class="facts">
<tbody>
<tr><th scope="row">Needs</th><td>${needs[access]}</td></tr>
<tr><th scope="row">Belongs to</th><td><a href="/docs#${room}">${room}</a></td></tr>
<tr><th scope="row">Name</th><td><code>${operationId}</code></td></tr>
${guide !== null && html`<tr><th scope="row">Told in full</th><td><a href="${guide}">${guide}</a></td></tr>\n`}</tbody>
</table>
${parameters.length > 0 && html`<h2>Parameters</h2>${parameterTable(parameters)}`}
${body && bodySection(body)}
${requestSection(view, visit, key)}
${key === undefined ? asksForKey(access) && visit.person !== null && withoutKey : ownToken(view, key, visit)}
${access !== 'stream' && access !== 'session' && tryIt(view, visit, key)}
<h2>Answers</h2>
${answers.filter(isSuccess).map((answer, index, all) => answerSection(answer, all.slice(0, index)))}
<h2>Failures</h2>
${refusalTable(refusals)}
</article>`,
  };
}

function bodySection(body: BodyView): Html {
  const { content_type: type, also, fields, shapes } = body;
  const media = html`<p><code>${type}</code>${also.length > 0 && html`; the fields that are text may also come as a form, <code>${also.join(', ')}</code>`}</p>`;
  if (shapes.length === 0)
    return html`<h2>Body</h2>${media}${fieldTable(fields, 'Fields of the body', 'Needed')}${example(asSent(body))}`;
  return html`<h2>Body</h2>${media}
<p>One of these: ${shapes.map(({ name }, index) => html`${index > 0 && ', '}<a href="#body-${name}"><code>${name}</code></a>`)}.</p>
${shapes.map((shape) => shapeSection(shape, body))}`;
}

/** The fields that one shape has and needs, and how it looks when it travels. */
const shapeSection = (
  { name, description, fields, example: value }: ShapeView,
  body: BodyView,
): Html => html`<h3 id="body-${name}"><code>${name}</code></h3>
${prose(description)}${fieldTable(fields, `Fields of ${name}`, 'Needed')}${example(asSent({ ...body, example: value }))}
`;

function requestSection(
  { curl, access, method, body }: OperationView,
  { baseUrl }: Visit,
  key: ReaderKey | undefined,
): Html {
  if (curl === null)
    return html`<section id="request">
<h2>Request</h2>
<p>${method === 'GET' ? openedByPeople : sentByPeople}</p>
</section>`;
  return html`<section id="request">
<h2>Request</h2>
<pre class="wrapped" tabindex="0"><code>BASE=${baseUrl}
${withOwn(curl, access, key)}</code></pre>${
    body !== null &&
    body.shapes.length > 0 &&
    html`
<p class="hint">Any of the bodies above may take the place of this one.</p>`
  }
</section>`;
}

const openedByPeople = html`This is a page for people: a browser that is signed in opens it. Programs do not call it.`;
const sentByPeople = html`This is a form of the pages, which a browser that is signed in sends. Programs do not call it: it carries a <code>form_token</code> that stands in the page alone, and without it the answer is <a href="/docs/errors/foreign_form">403</a>.`;

/** The secret stays a variable: histories and shoulders remember. */
function withOwn(curl: string, access: string, key: ReaderKey | undefined): string {
  if (key === undefined) return curl;
  const own = curl.replaceAll('$CLIENT_ID', key.clientId).replaceAll(ANYBODYS, key.clientId);
  return key.token !== null && isByToken(access) ? `${key.token}\n${own}` : own;
}

const isByToken = (access: string): boolean => access === 'bearer' || access === 'stream';
const asksForKey = (access: string): boolean => access === 'client' || isByToken(access);

/** What the command above takes for granted, with the reader's own key. */
function ownToken(
  { access }: OperationView,
  { clientId, name, token, command, hint }: ReaderKey,
  visit: Visit,
): Html | null {
  const secret = html`The secret of your key “${name}” stands under <a href="/profile#key-${clientId}">your keys</a>, and nowhere here.`;
  if (access === 'client') return html`<p class="hint">Set CLIENT_SECRET first. ${secret}</p>`;
  if (!isByToken(access)) return null;
  return html`${token !== null && html`<p class="hint">Set CLIENT_SECRET first. ${secret}</p>\n`}${withoutSecret(clientId, name, visit)}${
    token === null &&
    html`<details class="more"><summary>A token with your own key “${name}”</summary>
<pre class="wrapped" tabindex="0"><code>${command}</code></pre>
<p class="hint">${hint} ${secret} Set TOKEN to the <code>access_token</code> of the answer.</p>
</details>`
  }`;
}

/** Works as any form of ours; with the script of the page the token goes into the field below instead. */
function withoutSecret(clientId: string, name: string, { formToken }: Visit): Html | null {
  return formToken === null
    ? null
    : html`<form class="own-token" method="post" action="/profile/keys/${encodeURIComponent(clientId)}/token">
<input type="hidden" name="form_token" value="${formToken}">
<p><button type="submit">Get a token for ten minutes</button> <small class="hint" role="status">By your sign-in and without the secret, in the name of your key “${name}”. It is written down in the <a href="/audit">audit log</a>.</small></p>
</form>`;
}

/** JSON is laid out for reading; a form stands as it travels. */
const asSent = ({ content_type: type, example: value }: BodyView): unknown =>
  type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(Object.entries(value as object).map(([name, of]) => [name, asText(of)])).toString()
    : value;

/** A form that went well and a login that is required may have one status; the success is described first. */
const isSuccess = ({ status, description }: AnswerView): boolean => status < 400 && !/^`\w+`: /.test(description);

function parameterTable(parameters: readonly ParameterView[]): Html {
  return html`<section class="scroll" tabindex="0" aria-label="Parameters">
<table class="rows stack fields">
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Needed</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${parameters.map(({ name, in: place, type, required, description }) => html`<tr><td><code>${name}</code></td><td data-label="in">${place}</td><td>${type}</td><td data-label="needed:">${required ? 'yes' : 'no'}</td><td>${inline(description)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** `always` heads the column that tells whether a field has to be sent, or always comes. */
function fieldTable(fields: readonly Field[], label: string, always: 'Always' | 'Needed' = 'Always'): Html {
  if (fields.length === 0) return html``;
  return html`<section class="scroll" tabindex="0" aria-label="${label}">
<table class="rows stack fields ${always.toLowerCase()}">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">${always}</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(({ name, type, required, description }) => html`<tr><td><code>${name}</code></td><td>${type}</td><td>${required ? 'yes' : 'no'}</td><td>${inline(description)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}

/** What an answer before it looks like is not shown twice. */
function answerSection(answer: AnswerView, before: readonly AnswerView[]): Html {
  const { status, description, content_types: types, fields, example: shown } = answer;
  const twin = before.find((other) => looks(other) === looks(answer) && fields.length > 0);
  const own = fields.filter((field) => !isTwin(field, fields));
  return html`<h3><span class="figure">${status}</span></h3>
<p>${inline(description)}${types.length > 0 && html` As ${types.map((type, index) => html`${index > 0 && ' or '}<code>${type}</code>`)}.`}</p>
${
  twin === undefined
    ? html`${fieldTable(own, `Fields of answer ${status}`)}
${
  own.length < fields.length &&
  html`<p class="hint">Where the answer is a list, each of its items has the fields without <code>[]</code> too, as far as they apply to it.</p>
`
}${shown !== null && example(shown)}`
    : html`<p>It has the fields of ${twin.status}, and looks like it.</p>`
}`;
}

const looks = ({ fields, example: shown }: AnswerView): string => JSON.stringify([fields, shown]);

/** The field of an item, where an answer that is no list has the same. */
const isTwin = ({ name, type, description }: Field, fields: readonly Field[]): boolean =>
  name.startsWith('[].') &&
  fields.some((other) => `[].${other.name}` === name && other.type === type && other.description === description);

function refusalTable(refusals: readonly AnswerView[]): Html {
  const statuses = [...new Set(refusals.map(({ status }) => status))];
  const rows = statuses.map((status) => ({
    status,
    codes: refusals.filter((one) => one.status === status).flatMap(({ codes }) => codes),
  }));
  return html`<section class="scroll" tabindex="0" aria-label="Failures">
<table class="rows">
<thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead>
<tbody>
${rows.map(({ status, codes }) => html`<tr><td class="n">${status}</td><td class="text">${codes.map((code, index) => html`${index > 0 && ', '}<a href="/docs/errors/${code}"><code>${code}</code></a>`)}</td></tr>\n`)}</tbody>
</table>
</section>`;
}
