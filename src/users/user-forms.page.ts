import { renderAdministrationNavigation, renderProfileNavigation } from '../pages/navigation.page.js';
import { errorPage } from '../pages/error.page.js';
import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../pages/fields.page.js';
import { html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import type { ManagedUserView, UserView } from './user.view.js';

export const userPasswordPage = ({ id, email }: ManagedUserView, context: PageContext): PageContent =>
  renderPasswordForm({ id: String(id), whose: email }, emptyForm, context);

/** Only a password that may not be chosen is about the form. A refused form knows no more of the user than the address. */
export const rejectedUserPasswordPage: FormErrorPage = (problem, sent, context) => {
  const id = /^\/users\/(\d+)\/password/.exec(context.path)?.[1] ?? '';
  return problem.status === 400
    ? renderPasswordForm({ id, whose: `user ${id}` }, toFormState(problem, sent), context)
    : errorPage(problem, context);
};

function renderPasswordForm(
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

export const newCustomerPage = (_: unknown, context: PageContext): PageContent =>
  renderCustomerForm(context, emptyForm);

export const rejectedCustomerPage: FormErrorPage = (problem, sent, context) =>
  problem.status === 403
    ? errorPage(problem, context)
    : renderCustomerForm(context, toFormState(problem, sent, { email_taken: 'email' }));

function renderCustomerForm(context: PageContext, form: FormState): PageContent {
  const renderLine = (name: string, label: string) => renderInputField({ name, label, isOptional: true }, form);
  return {
    title: 'New customer',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/users">All users</a></p>
<h1>New customer</h1>
${renderAdministrationNavigation(context)}
<p class="lead">They can sign in at once. In a sandbox they have accounts with play money at once as well; otherwise you open one afterwards, with which they trade.</p>
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

/** The page on which users see and correct their details. */
export function detailsPage({ address, first_name, last_name, email }: UserView, context: PageContext): PageContent {
  return renderDetailsForm(context, { ...emptyForm, values: { first_name, last_name, email, ...address } });
}

export const rejectedDetailsPage: FormErrorPage = (problem, sent, context) =>
  renderDetailsForm(context, toFormState(problem, sent, { email_taken: 'email', wrong_password: 'current_password' }));

function renderDetailsForm(context: PageContext, form: FormState): PageContent {
  const renderLine = (name: string, label: string, autocomplete: string) =>
    renderInputField({ name, label, autocomplete, isOptional: true }, form);
  return {
    title: 'Details',
    body: html`<article class="account">
<h1>Details</h1>
${renderProfileNavigation(context)}
<form method="post" action="/profile/details">
${renderFormHead(form, context)}
${renderInputField({ name: 'first_name', label: 'First name', autocomplete: 'given-name' }, form)}
${renderInputField({ name: 'last_name', label: 'Last name', autocomplete: 'family-name' }, form)}
${renderInputField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', hint: 'You sign in with it.' }, form)}
${renderInputField({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', isOptional: true, hint: 'Only needed to change the email.' }, form)}
<h2>Address</h2>
${renderLine('line_1', 'Line 1', 'address-line1')}
${renderLine('line_2', 'Line 2', 'address-line2')}
${renderLine('city', 'City', 'address-level2')}
${renderLine('state', 'State or region', 'address-level1')}
${renderLine('zip', 'Postal code', 'postal-code')}
${renderLine('country', 'Country', 'country-name')}
<button type="submit" class="primary">Save</button>
</form>
</article>`,
  };
}
