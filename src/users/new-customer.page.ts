import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import { errorPage } from '../pages/error.page.js';
import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../pages/fields.page.js';
import { html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';

export const newCustomerPage = (_: unknown, context: PageContext): PageContent => renderForm(context, emptyForm);

export const rejectedCustomerPage: FormErrorPage = (problem, sent, context) =>
  problem.status === 403
    ? errorPage(problem, context)
    : renderForm(context, toFormState(problem, sent, { email_taken: 'email' }));

function renderForm(context: PageContext, form: FormState): PageContent {
  const renderLine = (name: string, label: string) => renderInputField({ name, label, isOptional: true }, form);
  return {
    title: 'New customer',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/users">All users</a></p>
<h1>New customer</h1>
${renderAdministrationNavigation(context)}
<p class="lead">They can sign in at once. To trade, they need an account, which you open afterwards.</p>
<form method="post" action="/users/new">
${renderFormHead(form, context)}
<div class="pair">
${renderInputField({ name: 'first_name', label: 'First name' }, form)}
${renderInputField({ name: 'last_name', label: 'Last name' }, form)}
</div>
${renderInputField({ name: 'email', label: 'Email', type: 'email', hint: 'They sign in with it. No email is sent.' }, form)}
${renderInputField({ name: 'password', label: 'First password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither their email nor their name. Give it to them; they can change it in their profile.' }, form)}
<h2>Address</h2>
<div class="pair">
${renderLine('line_1', 'Line 1')}
${renderLine('line_2', 'Line 2')}
${renderLine('city', 'City')}
${renderLine('state', 'State or region')}
${renderLine('zip', 'Postal code')}
${renderLine('country', 'Country')}
</div>
<p class="actions"><button type="submit" class="primary">Register customer</button> <a class="button" href="/users">Cancel</a></p>
</form>
</article>`,
  };
}
