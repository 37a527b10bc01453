import { Html, html } from '../../../pages/html.js';
import { renderFlash } from '../../../pages/layout.page.js';
import type { PageContent, PageContext, FormErrorPage } from '../../../pages/page.js';
import type {
  AuthorizationView,
  ConsentView,
  FormPostView,
  NewPasswordView,
  SignInView,
  UntrustedView,
} from './authorization.view.js';
import { AUTO_SUBMIT } from './authorization-response.js';
import { isLocalPath } from '../../../http/local-path.js';
import { HOME_PATH } from '../../../pages/navigation.js';

/** The pages between an authorization request and its response. */
export function authorizationPage(view: AuthorizationView, context: PageContext): PageContent {
  const note = renderFlash(context, NOTE_ID);
  if (view.page === 'sign-in') return { ...signInPage(view, note), hasFlash: true };
  if (view.page === 'new-password') return { ...newPasswordPage(view, note), hasFlash: true };
  if (view.page === 'untrusted') return untrustedPage(view, context);
  return view.page === 'consent' ? consentPage(view) : formPostPage(view);
}

/** The field with the focus is described by the note above the form: a screen reader reads it with the field. */
const NOTE_ID = 'note';

const describeFocused = (note: Html | false): Html | false => note !== false && html` aria-describedby="${NOTE_ID}"`;

/** `note` says why the form is shown, or shown again. */
function signInPage(
  { application, username, resume, sign_up: signUp, form_token: token }: SignInView,
  note: Html | false = false,
): PageContent {
  return {
    title: 'Sign in',
    body: html`<article class="sign-in">
<h1>Sign in</h1>
${application !== null && html`<p class="lead"><strong><bdi>${application}</bdi></strong> asks you to sign in. It does not see your password.</p>`}
${note}<form method="post" action="/login">
${renderHiddenField('form_token', token)}
${renderHiddenField('resume', resume)}
<div class="field">
<label for="username">Email</label>
<input id="username" name="username" type="email" value="${username}" autocomplete="username" required${username === '' && html` autofocus${describeFocused(note)}`}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${username !== '' && html` autofocus${describeFocused(note)}`}>
</div>
<button type="submit" class="primary">Sign in</button>
</form>
<p class="hint">Forgotten? An administrator can set a new password.</p>
${signUp !== null && html`<p>New to Kontor? <a href="${signUp}">Sign up</a>.</p>`}
</article>`,
  };
}

function newPasswordPage(
  { username, resume, form_token: token }: NewPasswordView,
  note: Html | false = false,
): PageContent {
  return {
    title: 'Choose a new password',
    body: html`<article class="sign-in">
<h1>Choose a new password</h1>
<p class="lead">An administrator, or the first start, set your current one. The new password signs you in and ends all other sessions.</p>
${note}<form method="post" action="/login">
${renderHiddenField('form_token', token)}
${renderHiddenField('resume', resume)}
<div class="field">
<label for="username">Email</label>
<input id="username" name="username" type="email" value="${username}" autocomplete="username" readonly>
</div>
<div class="field">
<label for="password">Current password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${describeFocused(note)}>
</div>
<div class="field">
<label for="new_password">New password</label>
<input id="new_password" name="new_password" type="password" autocomplete="new-password" aria-describedby="new_password-hint" required>
<p class="hint" id="new_password-hint">Eight characters or more; no common password, and neither your email nor your name.</p>
</div>
<button type="submit" class="primary">Change password and sign in</button>
</form>
</article>`,
  };
}

/** The form again, without its passwords, and what was wrong: after too many failures, when to try again. */
export const rejectedSignInPage: FormErrorPage = (problem, sent, { formToken }) => {
  const { username = '', new_password: newPassword } = sent;
  const resume = isLocalPath(sent['resume']) ? sent['resume'] : HOME_PATH;
  if (resume.startsWith('/oauth/authorize?')) return returnPage(resume, problem.detail);
  const form = { username, resume, form_token: formToken ?? '' };
  return newPassword === undefined
    ? signInPage({ page: 'sign-in', application: null, sign_up: null, ...form }, renderRefusal(problem.detail))
    : newPasswordPage({ page: 'new-password', ...form }, renderRefusal(problem.detail));
};

/** An authorization request shows its own form, from which the browser may be sent on to the application. */
const returnPage = (resume: string, message: string): PageContent => ({
  title: 'Sign in',
  body: html`<article class="sign-in">
<h1>Sign in</h1>
<p class="refusal" role="alert">${message}</p>
<p class="actions"><a class="button primary" href="${resume}">Back to the form</a></p>
</article>`,
});

/** Why the form is shown again. */
const renderRefusal = (refusal: string): Html => html`<p class="refusal" role="alert" id="${NOTE_ID}">${refusal}</p>\n`;

function consentPage({
  application,
  destination,
  user,
  on_behalf: isOnBehalf,
  administers,
  asks_each_time: asksEachTime,
  longest_seconds: longestSeconds,
  permissions,
  resume,
  form_token: token,
}: ConsentView): PageContent {
  return {
    title: `Allow ${application}?`,
    body: html`<article class="consent">
<h1>Allow <bdi>${application}</bdi>?</h1>
<p class="lead"><strong><bdi>${application}</bdi></strong> asks for access to ${isOnBehalf ? 'the account of' : 'your account'} <strong><bdi>${user}</bdi></strong>${isOnBehalf && ', for whom you are acting'}. It would be able to:</p>
<ul>
${permissions.map((permission) => html`<li>${permission}</li>\n`)}</ul>
<p>Allow this only if you trust the application. ${formatConsentDuration({ isOnBehalf, administers, asksEachTime, longestSeconds })}</p>
<p>You will be sent to <strong>${destination}</strong> in either case.</p>
<form method="post" action="/oauth/consent">
${renderHiddenField('form_token', token)}
${renderHiddenField('resume', resume)}
<p class="actions"><button type="submit" class="primary" name="decision" value="agree">Allow</button> <button type="submit" name="decision" value="refuse">Do not allow</button></p>
</form>
</article>`,
  };
}

/** The user has not agreed to this application, as far as is known: the page names the target, and the user decides. */
function untrustedPage(
  { application, destination, href, fields, error, message }: UntrustedView,
  { userName }: PageContext,
): PageContent {
  return {
    title: 'Request not completed',
    body: html`<article class="problem">
<h1>Request not completed</h1>
<p class="lead">${message}</p>
<p>The request names the application <strong><bdi>${application}</bdi></strong>. Its answer, the error <code>${error}</code>, would lead to <strong>${destination}</strong>. ${userName === null ? 'You are not signed in, so it is not known whether you have allowed' : 'You have not allowed'} <bdi>${application}</bdi> any access. Continue only if you recognize it.</p>
${fields === null ? renderContinueLink(href, destination) : renderContinueForm(href, destination, fields)}
</article>`,
  };
}

/** A link to a self-registered address, shown with its target. */
export function renderContinueLink(href: string, destination: string): Html {
  return html`<p class="actions"><a class="button" href="${href}" rel="noreferrer">Continue to ${destination}</a> <a class="button primary" href="/">Stay here</a></p>`;
}

function renderContinueForm(href: string, destination: string, fields: Readonly<Record<string, string>>): Html {
  return html`<form method="post" action="${href}" accept-charset="utf-8" class="actions">
${Object.entries(fields).map(([name, value]) => html`${renderHiddenField(name, value)}\n`)}<button type="submit">Continue to ${destination}</button>
<a class="button primary" href="/">Stay here</a>
</form>`;
}

/** Without a script there is a button. */
function formPostPage({ action, fields }: FormPostView): PageContent {
  return {
    title: 'Back to the application',
    body: html`<article class="form-post">
<h1>Back to the application</h1>
<form id="answer" method="post" action="${action}" accept-charset="utf-8">
${Object.entries(fields).map(([name, value]) => html`${renderHiddenField(name, value)}\n`)}<button type="submit" class="primary">Continue</button>
</form>
${autoSubmit}
</article>`,
  };
}

/** The script is constant: nothing is inserted, so nothing needs escaping. */
const autoSubmit = new Html(`<script>${AUTO_SUBMIT}</script>`);

function renderHiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** What is asked of the user, and how long tokens can be refreshed. */
type ConsentConditions = Readonly<{
  isOnBehalf: boolean;
  administers: boolean;
  asksEachTime: boolean;
  longestSeconds: number;
}>;

const WITHDRAW = 'you withdraw it under Access in your profile.';

/** The duration of a consent in sentences, for the consent page. */
export function formatConsentDuration({
  isOnBehalf,
  administers,
  asksEachTime,
  longestSeconds,
}: ConsentConditions): string {
  if (isOnBehalf) return 'What you allow holds for this one request, and ends when you stop acting.';
  const end = `What you allow now ends after ${formatDuration(longestSeconds)} at the latest, or when ${WITHDRAW}`;
  if (asksEachTime)
    return `You will be asked each time, because any program on your device could ask in its name. ${end}`;
  if (administers) return `You will be asked again each time it asks to administer this service. ${end}`;
  return `You will not be asked again, unless it asks for more. It keeps this access until ${WITHDRAW}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In the largest unit that divides it. */
function formatDuration(seconds: number): string {
  const [name, length] = UNITS.find(([, unit]) => seconds % unit === 0) ?? ['second', 1];
  const count = seconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
