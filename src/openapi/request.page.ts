import { type Html, html } from '../pages/html.js';
import type { PageContext } from '../pages/page.js';
import { type CodeSample, renderCode, renderSamples } from './code.page.js';
import { missingClientHint } from './documentation.page.js';
import { usesToken, formatFieldText } from './example-request.js';
import type { ExampleClient, TrialKeyForm } from './examples.js';
import type { OperationView, BodyView, ParameterView } from './operation.view.js';
import type { Reader } from './reader.js';

/** The client id that stands for anybody's in examples. */
const EXAMPLE_CLIENT_ID = 'Yt3bYbMr0cWd8xPnK1zQ';

/** The request in all languages, beside the text, with the form that sends it. */
export function renderRequest(view: OperationView, context: PageContext, reader: Reader): Html {
  const { exampleClient, trialKeyForm } = reader;
  const { curl, access, method, body } = view;
  if (curl === null)
    return html`<section id="request">
<h2>Request</h2>
<p>${method === 'GET' ? browserPageNote : browserFormNote}</p>
</section>`;
  return html`<section id="request">
<h2>Request</h2>
${renderSamples(listSamples(view, context, exampleClient), 'request-language')}
${body !== null && body.shapes.length > 0 && html`<p class="hint">Each of the bodies of this endpoint works as well.</p>\n`}${exampleClient === null ? renderMissingClient(view, trialKeyForm, context) : renderClientToken(view, exampleClient, context)}
${access !== 'stream' && access !== 'session' && renderTryIt(view, context, exampleClient)}
</section>`;
}

function listSamples(
  { curl, access, typescript, python }: OperationView,
  { baseUrl }: PageContext,
  exampleClient: ExampleClient | null,
): readonly CodeSample[] {
  const samples = [
    { language: 'sh', code: curl && `BASE=${baseUrl}\n${insertClientId(curl, access, exampleClient)}` },
    { language: 'ts', code: typescript },
    { language: 'python', code: python },
  ];
  return samples.flatMap(({ language, code }) => (code === null ? [] : [{ language, code }]));
}

const browserPageNote = html`This page is for signed-in browsers. Programs do not request it.`;
const browserFormNote = html`This form is for signed-in browsers. Programs do not send it: it contains a <code>form_token</code> that only the page has; without it the response is <a href="/docs/errors/foreign_form">403</a>.`;

/** The secret stays a variable: histories and shoulders remember. */
function insertClientId(curl: string, access: string, exampleClient: ExampleClient | null): string {
  if (exampleClient === null) return curl;
  const own = curl
    .replaceAll('$CLIENT_ID', exampleClient.clientId)
    .replaceAll(EXAMPLE_CLIENT_ID, exampleClient.clientId);
  return exampleClient.token !== null && usesToken(access) ? `${exampleClient.token}\n${own}` : own;
}

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
${renderCode(command, 'wrapped')}
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

function renderMissingClient({ access }: OperationView, form: TrialKeyForm, context: PageContext): Html | null {
  if (!usesClient(access) || context.userName === null) return null;
  return (usesToken(access) ? renderKeyForm(form, context) : null) ?? missingClientHint;
}

/** Makes a key as the form of the profile does; with the script of the page, a token of it as well. */
const renderKeyForm = ({ action, name, fields }: TrialKeyForm, { formToken }: PageContext): Html | null =>
  formToken === null
    ? null
    : html`<form class="own-token" method="post" action="${action}">
${missingClientHint}
<input type="hidden" name="form_token" value="${formToken}">
${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">\n`)}<p><button type="submit">Create a key for trying requests</button> <small class="hint" role="status">It is called “${name}” and stays among <a href="/profile">your keys</a> until you remove it.</small></p>
</form>`;

/**
 * A form that `docs.js` brings to life; it stays hidden without scripts, where the command above it does the same. What
 * the script has to know stands in data attributes, so no script stands in the page.
 */
function renderTryIt(
  { method, path, access, parameters, body }: OperationView,
  { baseUrl }: PageContext,
  exampleClient: ExampleClient | null,
): Html {
  const inputs = parameters.filter(({ name }) => name !== 'Prefer');
  return html`<section id="try" hidden>
<h3>Try it</h3>
<form class="try" data-method="${method}" data-path="${path}" data-access="${access}" data-base="${baseUrl}"${access === 'bearer' && exampleClient?.token && html` data-before="${exampleClient.token}"`}${body && html` data-body="${body.content_type}"`}>
${credentialFields[access]?.(exampleClient?.clientId ?? '')}
${inputs.map(renderParameterField)}
${body && renderBodyField(body)}
<p><button class="primary" type="submit">Send</button></p>
<div class="outcome" role="status" tabindex="-1"></div>
<h4>As a command</h4>
<pre tabindex="0" aria-label="Command"><code class="command"></code></pre>
</form>
</section>`;
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
