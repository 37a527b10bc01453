import { entered, type Entered, field, nothingEntered, ownForm, refusalOf } from '../../http/fields.page.js';
import { html } from '../../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../../http/page.js';
import { ARRIVAL } from '../../http/navigation.js';
import type { SignUpView } from './sign-up.view.js';

export function signUpPage({ resume }: SignUpView, visit: Visit): PageContent {
  return asked(visit, resume, nothingEntered);
}

export const signUpRefusedPage: RefusalPage = (problem, sent, visit) =>
  asked(visit, sent['resume'] ?? ARRIVAL, entered(problem, sent, { email_taken: 'email' }));

function asked(visit: Visit, resume: string, form: Entered): PageContent {
  return {
    title: 'Sign up',
    body: html`<article class="account">
<h1>Sign up</h1>
<p class="lead">Anybody may make an account here.</p>
<form method="post" action="/sign-up">
${ownForm(visit)}
<input type="hidden" name="resume" value="${resume}">
${refusalOf(form)}
${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name' }, form)}
${field({ name: 'last_name', label: 'Last name', autocomplete: 'family-name' }, form)}
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', hint: 'You sign in with it. Nothing is sent there.' }, form)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither your email nor your name.' }, form)}
<button type="submit" class="primary">Make an account</button>
</form>
<p>You have one already? <a href="/login?resume=${encodeURIComponent(resume)}">Sign in</a>.</p>
</article>`,
  };
}
