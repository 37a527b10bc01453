import {
  toFormState,
  type FormState,
  renderInputField,
  emptyForm,
  renderFormToken,
  renderFormError,
} from '../../pages/fields.page.js';
import { html } from '../../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../../pages/page.js';
import { HOME_PATH } from '../../pages/navigation.js';
import type { SignUpView } from './profile.view.js';

export function signUpPage({ resume }: SignUpView, context: PageContext): PageContent {
  return signUpFormPage(context, resume, emptyForm);
}

export const signUpErrorPage: FormErrorPage = (problem, values, context) =>
  signUpFormPage(context, values['resume'] ?? HOME_PATH, toFormState(problem, values, { email_taken: 'email' }));

function signUpFormPage(context: PageContext, resume: string, form: FormState): PageContent {
  return {
    title: 'Sign up',
    body: html`<article class="sign-in">
<h1>Sign up</h1>
<form method="post" action="/sign-up">
${renderFormToken(context)}
<input type="hidden" name="resume" value="${resume}">
${renderFormError(form)}
${renderInputField({ name: 'first_name', label: 'First name', autocomplete: 'given-name', isFocused: true }, form)}
${renderInputField({ name: 'last_name', label: 'Last name', autocomplete: 'family-name' }, form)}
${renderInputField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', hint: 'You sign in with it. No email is sent.' }, form)}
${renderInputField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither your email nor your name.' }, form)}
<button type="submit" class="primary">Create account</button>
</form>
<p>Already registered? <a href="/login?resume=${encodeURIComponent(resume)}">Sign in</a>.</p>
</article>`,
  };
}
