import {
  toFormState,
  type FormState,
  renderInputField,
  renderTextarea,
  emptyForm,
  renderFormHead,
} from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { renderOverlap } from '../profile.page.js';
import { NEW_KEY_ACTION } from './key-pages.dto.js';
import type { KeyRequestView, NewSecretView } from './key-pages.view.js';

/** The page for a new key. */
export function keyRequestPage({ keys, keys_max: max }: KeyRequestView, context: PageContext): PageContent {
  const full = `You have ${max} keys, the maximum. Remove a key that is no longer needed first.`;
  return requestForm(keys >= max ? { ...emptyForm, formError: full } : emptyForm, context);
}

/** The same form with the input and its errors. */
export const rejectedKeyRequestPage: FormErrorPage = (problem, sent, context) =>
  requestForm(toFormState(problem, sent), context);

/** The only page that shows such a secret: the response to the form that created it. */
export function newSecretPage({
  client_id: clientId,
  name,
  secret,
  previous_secret_expires_at: until,
}: NewSecretView): PageContent {
  return {
    title: 'The secret of your key',
    styles: ['profile.css'],
    body: html`<article class="profile">
<h1>The secret of “${name}”</h1>
<p class="lead">Copy it now: it is shown only once. If you lose it, replace it.</p>
<dl class="given">
<div><dt>Client id</dt><dd><code class="copy" data-copy="Copy client id">${clientId}</code></dd></div>
<div><dt>Secret</dt><dd><code class="copy" data-copy="Copy secret">${secret}</code></dd></div>
</dl>
${renderOverlap(until)}
<p class="actions"><a class="button primary" href="/profile">I have copied it</a></p>
</article>`,
  };
}

function requestForm(form: FormState, context: PageContext): PageContent {
  return {
    title: 'Create a key',
    styles: ['profile.css'],
    body: html`<article class="profile">
<h1>Create a key</h1>
<form method="post" action="${NEW_KEY_ACTION}">
${renderFormHead(form, context)}
${renderInputField({ name: 'name', label: 'Name of the application', autocomplete: 'off', hint: 'Shown to users when they sign in.' }, form)}
${renderKinds(form)}
${renderTextarea({ name: 'redirect_uris', label: 'Redirect URIs', hint: ADDRESSES, rows: 3, isOptional: true }, form)}
<p class="actions"><button type="submit" class="primary">Create key</button> <a class="button" href="/profile">Cancel</a></p>
</form>
</article>`,
  };
}

export const ADDRESSES =
  'Where the browser returns after the sign-in, one URI per line, compared character by character. Without a port, http://127.0.0.1/… stands for all ports.';

function renderKinds({ values, fieldErrors }: FormState): Html {
  const isPublic = values['kind'] === 'public';
  const fault = fieldErrors['kind'];
  return html`<fieldset${fault !== undefined && html` aria-describedby="kind-fault"`}>
<legend>Type of application</legend>
${fault !== undefined && html`<p class="fault" id="kind-fault">Choose one of the two.</p>`}
<div class="choice"><input type="radio" id="kind-server" name="kind" value="server" aria-describedby="kind-server-hint"${!isPublic && ' checked'}><label for="kind-server">A server application, with a secret</label>
<p class="hint" id="kind-server-hint">It runs on a server that only you can access, and can use every grant.</p></div>
<div class="choice within"><input type="checkbox" id="acts-alone" name="acts_alone" value="yes" aria-describedby="acts-alone-hint"${values['acts_alone'] === 'yes' && ' checked'}><label for="acts-alone">It may act for me with its secret alone</label>
<p class="hint" id="acts-alone-hint">For your own scripts. Anyone who has the secret can act as you, but never as an administrator.</p></div>
<div class="choice"><input type="radio" id="kind-public" name="kind" value="public" aria-describedby="kind-public-hint"${isPublic && ' checked'}><label for="kind-public">An application in a browser or on a device, public</label>
<p class="hint" id="kind-public-hint">It cannot keep a secret and gets none. Users sign in with the authorization code flow and PKCE.</p></div>
</fieldset>`;
}
