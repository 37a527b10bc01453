import { entered, type Entered, field, nothingEntered, ownForm, refusalOf } from '../../http/fields.page.js';
import { html } from '../../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../../http/page.js';
import { profilePages } from '../../http/profile.page.js';
import type { PasswordView } from './password.view.js';

export function passwordPage(_view: PasswordView, visit: Visit): PageContent {
  return asked(visit, nothingEntered);
}

export const passwordRefusedPage: RefusalPage = (problem, sent, visit) =>
  asked(visit, entered(problem, sent, { wrong_password: 'current_password' }));

function asked(visit: Visit, form: Entered): PageContent {
  return {
    title: 'Password',
    body: html`<article class="account">
<h1>Password</h1>
${profilePages(visit.path)}
<p>A new password ends everything that was signed in with the old one: other browsers, and every application that acts for you. In this browser you stay signed in. Tokens of your <a href="/profile">API keys</a> end as well. The keys stay: remove those that you do not know, and look through the <a href="/profile/access">applications</a> that made some.</p>
<form method="post" action="/profile/password">
${ownForm(visit)}
${refusalOf(form)}
<input type="text" value="${visit.person ?? ''}" autocomplete="username" readonly hidden>
${field({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password' }, form)}
${field({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither your email nor your name.' }, form)}
<button type="submit" class="primary">Change the password</button>
</form>
</article>`,
  };
}
