import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { renderCode } from './code.page.js';
import { frameDocumentation } from './documentation-frame.page.js';
import { type DocumentationView, type GuideSummaryView, type TagView, sortTags } from './documentation.view.js';
import type { ExampleClient } from './examples.js';
import { listParts, renderBlocks } from './guide.page.js';
import { parseMarkdown, QUICK_START } from './markdown.js';
import { getReader } from './reader.js';
import { renderInline, renderSpans } from './spans.page.js';

/** The quick start first, then the guides and the reference. */
export function documentationPage(view: DocumentationView, context: PageContext): PageContent {
  const { description, version, rooms: tags, guides, openapi } = view;
  const reader = getReader(view);
  const { quickStart, exampleClient } = reader;
  const [, ...blocks] = parseMarkdown(quickStart.text);
  const article = html`<h1>Documentation</h1>
<p class="lead">${description} ${renderSpans(quickStart.summary)}</p>
${renderBlocks(blocks)}
<h2 id="guides">Guides</h2>
${renderGuides(guides.filter(({ name }) => name !== QUICK_START))}
<h2 id="endpoints">API reference</h2>
<p>Version ${version}, also as <a href="${openapi}">OpenAPI 3.1</a> and, for WebSockets, <a href="/asyncapi.json">AsyncAPI 3.0</a>. For language models: <a href="/llms.txt">llms.txt</a>, and every page of the documentation <a href="/docs.md">as Markdown</a> with <code>.md</code> at the end of its address.</p>
${renderTags(sortTags(tags))}
<h2 id="variables">Variables of the examples</h2>
${exampleClient === null ? renderGenericVariables(context) : renderClientVariables(context, exampleClient)}`;
  const parts = [
    ...listParts(blocks),
    { id: 'guides', text: 'Guides' },
    { id: 'endpoints', text: 'API reference' },
    { id: 'variables', text: 'Variables of the examples' },
  ];
  return frameDocumentation({ title: 'Documentation', article, reader, kind: 'guide', parts }, context);
}

const renderGuides = (guides: readonly GuideSummaryView[]): Html => html`<dl class="topics">
${guides.map(({ title, summary, href }) => html`<div><dt><a href="${href}">${title}</a></dt><dd>${renderSpans(toFirstSentence(summary))}</dd></div>\n`)}</dl>`;

const toFirstSentence = (text: string): string => /^.+?\.(?= |$)/.exec(text)?.[0] ?? text;

/** Each has its name as an anchor, which older links name. */
const renderTags = (tags: readonly TagView[]): Html => html`<dl class="topics">
${tags.map(({ name, title, description, href }) => html`<div id="${name}"><dt><a href="${href}">${title}</a></dt><dd>${renderInline(description)}</dd></div>\n`)}</dl>`;

function renderGenericVariables({ baseUrl, userName }: PageContext): Html {
  return html`<p>The curl examples of the reference expect these variables; the programs expect <code>TOKEN</code>, or <code>CLIENT_ID</code> and <code>CLIENT_SECRET</code>, in the environment:</p>
${renderCode(`BASE=${baseUrl}\n${formatVariableCheck('TOKEN')}`)}${userName !== null && html`\n${missingClientHint}`}`;
}

/** A signed-in user without a key that a command could use gets a link to a new one; anonymous readers need not sign in. */
export const missingClientHint = html`<p class="hint">This command needs an API key, and none of your keys fits: <a href="/profile/new-key">create one</a>.</p>`;

/** What a command takes for granted, and what it is. */
const REQUIRED_VARIABLES = {
  CLIENT_SECRET: 'the secret of your key',
  EMAIL: 'the email of the user',
  PASSWORD: 'the password of the user',
  TOKEN: 'an access token',
} as const;

/** Leaves alone what is set, and says what is not: a line that sets nothing cannot overwrite a secret that is copied with it. */
const formatVariableCheck = (name: keyof typeof REQUIRED_VARIABLES): string =>
  `: "\${${name}:?set it to ${REQUIRED_VARIABLES[name]}}"`;

const formatVariableChecks = (command: string): string =>
  (['CLIENT_SECRET', 'EMAIL', 'PASSWORD'] as const)
    .filter((name) => command.includes(`$${name}`))
    .map((name) => `${formatVariableCheck(name)}\n`)
    .join('');

/** The secret stands in no page of the documentation: it is filled in where it is used. */
function renderClientVariables(
  { baseUrl }: PageContext,
  { clientId, name, token, command, hint }: ExampleClient,
): Html {
  const tokenLines = token ?? `${command}\n\n${formatVariableCheck('TOKEN')}`;
  return html`<p>The curl examples of the reference expect these variables, here with your key “${name}”:</p>
${renderCode(`BASE=${baseUrl}\n${formatVariableChecks(token ?? command)}\n${tokenLines}`, 'wrapped')}
<p class="hint">${hint} The secret of the key is shown under <a href="/profile#key-${clientId}">your keys</a> only. ${token === null && html`Set TOKEN to the <code>access_token</code> of the response. `}<a href="/profile/keys/${clientId}/requests">Last requests of this key</a> shows the result.</p>`;
}

/** What a caller has to bring, in words. */
export const credentialLabels: Readonly<Record<string, string>> = {
  none: 'nothing',
  bearer: 'token',
  stream: 'token or ticket',
  client: 'API key',
  session: 'sign-in',
};
