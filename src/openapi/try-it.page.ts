import { type Html, html } from '../pages/html.js';
import type { PageContext } from '../pages/page.js';
import { formatFieldText } from './example-request.js';
import type { ExampleClient } from './examples.js';
import type { BodyView, OperationView, ParameterView } from './operation.view.js';

/**
 * A form that `docs.js` brings to life; it stays hidden without scripts, where the command above it does the same. What
 * the script has to know stands in data attributes, so no script stands in the page.
 */
export function renderTryIt(
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
