import { Html, html } from '../../http/html.js';
import type { PageContent } from '../../http/page.js';
import type { AuthorizationView, ConsentView, FormPostView, SignInView } from './authorization.view.js';
import { AUTO_SUBMIT } from './form-post.js';

/** The pages between an application and its answer. */
export function authorizationPage(view: AuthorizationView): PageContent {
  if (view.page === 'sign-in') return signInPage(view);
  return view.page === 'consent' ? consentPage(view) : formPostPage(view);
}

export function signInPage({ application, username, resume, sign_up: signUp, form_token: token }: SignInView): PageContent {
  return {
    title: 'Sign in',
    body: html`<article class="sign-in">
<h1>Sign in</h1>
${application !== null && html`<p class="lead"><strong><bdi>${application}</bdi></strong> asks you to sign in. It does not see your password.</p>`}
<form method="post" action="/login">
${hidden('form_token', token)}
${hidden('resume', resume)}
<div class="field">
<label for="username">Email</label>
<input id="username" name="username" type="email" value="${username}" autocomplete="username" required${username === '' && ' autofocus'}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${username !== '' && ' autofocus'}>
</div>
<button type="submit" class="primary">Sign in</button>
</form>
${signUp !== null && html`<p>You are new here? <a href="${signUp}">Sign up</a>.</p>`}
</article>`,
  };
}

function consentPage({ application, destination, user, on_behalf: isOnBehalf, administers, permissions, resume, form_token: token }: ConsentView): PageContent {
  return {
    title: `Allow ${application}?`,
    body: html`<article class="consent">
<h1>Allow <bdi>${application}</bdi>?</h1>
<p class="lead"><strong><bdi>${application}</bdi></strong> asks for access to ${isOnBehalf ? 'the account of' : 'your account'} <strong><bdi>${user}</bdi></strong>${isOnBehalf && ', for whom you are acting'}. It would be able to:</p>
<ul>
${permissions.map((permission) => html`<li>${permission}</li>\n`)}</ul>
<p>Agree only if you know this application. ${memory(isOnBehalf, administers)}</p>
<p>You will be sent to <strong>${destination}</strong>, whatever you answer.</p>
<form method="post" action="/oauth/consent">
${hidden('form_token', token)}
${hidden('resume', resume)}
<button type="submit" class="primary" name="decision" value="agree">Allow</button>
<button type="submit" name="decision" value="refuse">Do not allow</button>
</form>
</article>`,
  };
}

function memory(isOnBehalf: boolean, administers: boolean): string {
  if (isOnBehalf) return 'What you allow holds for this one request, and ends when you stop acting.';
  return administers ? 'You will be asked again each time it asks to administer this service.' : 'You will not be asked again, unless it asks for more.';
}

/** Without script there is a button, and nothing is lost. */
function formPostPage({ action, fields }: FormPostView): PageContent {
  return {
    title: 'Back to the application',
    body: html`<article class="form-post">
<h1>Back to the application</h1>
<form id="answer" method="post" action="${action}" accept-charset="utf-8">
${Object.entries(fields).map(([name, value]) => html`${hidden(name, value)}\n`)}<button type="submit" class="primary">Continue</button>
</form>
${autoSubmit}
</article>`,
  };
}

/** Nothing is escaped inside a script, and nothing is inserted into this one. */
const autoSubmit = new Html(`<script>${AUTO_SUBMIT}</script>`);

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
