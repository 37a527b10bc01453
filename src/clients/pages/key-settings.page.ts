import { errorPage } from '../../pages/error.page.js';
import {
  renderSelect,
  toFormState,
  type FormState,
  renderInputField,
  renderTextarea,
  emptyForm,
  renderFormToken,
  renderFormHead,
} from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { renderOverlap } from '../profile.page.js';
import type { SecretOverlap } from './key-pages.dto.js';
import type { KeySettingsView } from './key-pages.view.js';
import { ADDRESSES } from './key-request.page.js';

/** The page for changing a key and replacing its secret, with a link to its removal. */
export function keySettingsPage(key: KeySettingsView, context: PageContext): PageContent {
  return {
    title: `Change ${key.name}`,
    styles: ['profile.css'],
    body: html`<article class="profile">
<p class="back"><a href="/profile#key-${key.client_id}">Back to all keys</a></p>
<h1>Change “${key.name}”</h1>
<p>Client id <code class="copy" data-copy="Copy client id">${key.client_id}</code></p>
${changeForm(context, emptyForm, key)}
${key.has_secret && renderRotation(context, key)}
<h2>Remove key</h2>
<p>All its tokens end at once.</p>
<p class="actions"><a class="button danger" href="${context.path}/removal">Remove …</a></p>
</article>`,
  };
}

/** The same form with the input and its errors; without fields if the key does not exist. */
export const rejectedKeyChangePage: FormErrorPage = (problem, sent, context) => {
  if (problem.code === 'unknown_key') return errorPage(problem, context);
  return {
    title: 'Change a key',
    styles: ['profile.css'],
    body: html`<article class="profile">
<p class="back"><a href="/profile">Back to all keys</a></p>
<h1>Change a key</h1>
${changeForm(context, toFormState(problem, sent))}
</article>`,
  };
};

/** The consequences are listed before, because they cannot be undone. */
export function keyRemovalPage({ client_id: clientId, name }: KeySettingsView, context: PageContext): PageContent {
  return {
    title: `Remove ${name}?`,
    styles: ['profile.css'],
    body: html`<article class="profile">
<h1>Remove “${name}”?</h1>
<p class="lead">This cannot be undone. Removing the key <code>${clientId}</code> ends at once:</p>
<ul>
<li>every access token and refresh token issued to it, for every user;</li>
<li>its secret, and the one before it: the application can get no new tokens;</li>
<li>its redirect URIs: users can no longer sign in through it;</li>
<li>the consents that users gave to it.</li>
</ul>
<p>Its past actions remain in the audit log.</p>
<form method="post" action="${context.path}" class="actions">
${renderFormToken(context)}
<button type="submit" class="danger">Remove key</button>
<a class="button" href="/profile#key-${clientId}">Keep key</a>
</form>
</article>`,
  };
}

function changeForm(context: PageContext, form: FormState, key?: KeySettingsView): Html {
  const [back, after] = [key?.redirect_uris ?? [], key?.post_logout_redirect_uris ?? []].map((uris) => uris.join('\n'));
  return html`<form method="post" action="${context.path}">
${renderFormHead(form, context)}
${renderInputField({ name: 'name', label: 'Name of the application', autocomplete: 'off', value: key?.name ?? '' }, form)}
${renderTextarea({ name: 'redirect_uris', label: 'Redirect URIs', value: back ?? '', hint: ADDRESSES, rows: 3, isOptional: true }, form)}
${renderTextarea({ name: 'post_logout_redirect_uris', label: 'Redirect URIs after sign-out', value: after ?? '', hint: 'Where the browser may go after the sign-out, one URI per line. The redirect URIs above are allowed, too.', rows: 2, isOptional: true }, form)}
${renderSwitches(form, key)}
<p class="actions"><button type="submit" class="primary">Save</button></p>
</form>`;
}

/** A public key always needs PKCE, so it has no switch. */
function renderSwitches(form: FormState, key: KeySettingsView | undefined): Html {
  const hasPkce = key === undefined ? form.values['require_pkce'] !== undefined : key.has_secret;
  return html`${
    hasPkce &&
    renderSelect(
      { name: 'require_pkce', label: 'Proof key (PKCE)', value: toSwitchWord(key?.require_pkce), hint: PKCE },
      [
        ['no', 'not required'],
        ['yes', 'required'],
      ],
      form,
    )
  }
${renderSelect(
  {
    name: 'id_token_profile',
    label: 'Name and email in id tokens',
    value: toSwitchWord(key?.id_token_profile),
    hint: ID_TOKENS,
  },
  [
    ['no', 'no: the application reads them at /oauth/userinfo'],
    ['yes', 'yes'],
  ],
  form,
)}`;
}

const toSwitchWord = (isOn: boolean | undefined): string => (isOn === true ? 'yes' : 'no');

const PKCE = 'If required, requests for a code need a code challenge (S256). An intercepted code is then useless.';
const ID_TOKENS =
  'For applications that do not read userinfo: the id token itself contains name and email, where the sign-in asks for the scopes profile and email. Anyone who sees the token can read them.';

function renderRotation(context: PageContext, key: KeySettingsView): Html {
  const usual = String(key.overlap_seconds);
  const isListed = overlaps.some(([value]) => value === usual);
  const offered: readonly (readonly [SecretOverlap, string])[] = isListed
    ? overlaps
    : [['usual', `by default, for ${usual} seconds`], ...overlaps];
  return html`<h2>Replace secret</h2>
${renderOverlap(key.previous_secret_expires_at)}
<p>The application gets a new secret. The old one remains valid for the time below, so that you can switch without interruption. Any secret before it ends now.</p>
<form method="post" action="${context.path}/secret">
${renderFormToken(context)}
<div class="field"><label for="overlap">Old secret remains valid</label>
<select id="overlap" name="overlap">${offered.map(([value, words]) => html`<option value="${value}"${value === (isListed ? usual : 'usual') && ' selected'}>${words}</option>`)}</select></div>
<p class="actions"><button type="submit">Replace secret</button></p>
</form>`;
}

const overlaps: readonly (readonly [SecretOverlap, string])[] = [
  ['0', 'not at all'],
  ['3600', 'for an hour'],
  ['86400', 'for a day'],
  ['604800', 'for a week'],
  ['2592000', 'for 30 days'],
];
