import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../../pages/fields.page.js';
import { html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { renderProfileNavigation } from '../../pages/navigation.page.js';

/** The form for a new password has no data. */
export type PasswordView = Readonly<Record<string, never>>;

export function passwordPage(_view: PasswordView, context: PageContext): PageContent {
  return passwordFormPage(context, emptyForm);
}

export const passwordErrorPage: FormErrorPage = (problem, values, context) =>
  passwordFormPage(context, toFormState(problem, values, { wrong_password: 'current_password' }));

function passwordFormPage(context: PageContext, form: FormState): PageContent {
  return {
    title: 'Password',
    body: html`<article class="account">
<h1>Password</h1>
${renderProfileNavigation(context)}
<p>A new password ends all sessions in other browsers and the access of every application. This browser stays signed in. Tokens of your <a href="/profile">API keys</a> end as well. The keys remain: remove those that you do not recognize, and check the <a href="/profile/access">applications</a> that created some.</p>
<form method="post" action="/profile/password">
${renderFormHead(form, context)}
<input type="text" value="${context.userName ?? ''}" autocomplete="username" readonly hidden>
${renderInputField({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password' }, form)}
${renderInputField({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither your email nor your name.' }, form)}
<button type="submit" class="primary">Change password</button>
</form>
</article>`,
  };
}
