import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import { errorPage } from '../pages/error.page.js';
import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../pages/fields.page.js';
import { html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { ManagedUserView } from './user.view.js';

export const userPasswordPage = ({ id, email }: ManagedUserView, context: PageContext): PageContent =>
  renderForm({ id: String(id), whose: email }, emptyForm, context);

/** Only a password that may not be chosen is about the form. A refused form knows no more of the user than the address. */
export const rejectedUserPasswordPage: FormErrorPage = (problem, sent, context) => {
  const id = /^\/users\/(\d+)\/password/.exec(context.path)?.[1] ?? '';
  return problem.status === 400
    ? renderForm({ id, whose: `user ${id}` }, toFormState(problem, sent), context)
    : errorPage(problem, context);
};

function renderForm(
  { id, whose }: Readonly<{ id: string; whose: string }>,
  form: FormState,
  context: PageContext,
): PageContent {
  return {
    title: 'Set a new password',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/users/${id}">Back to the user</a></p>
<h1>Set a new password</h1>
${renderAdministrationNavigation(context)}
<p class="lead">For <strong>${whose}</strong>. Their sessions and the tokens of their applications end. They choose another password at the next sign-in; until then programs cannot sign in with it. API keys stay.</p>
<form method="post" action="/users/${id}/password">
${renderFormHead(form, context)}
${renderInputField({ name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither their email nor their name. Give it to them yourself; no email is sent.' }, form)}
<p class="actions"><button type="submit" class="primary">Set password</button> <a class="button" href="/users/${id}">Cancel</a></p>
</form>
</article>`,
  };
}
