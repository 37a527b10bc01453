import { toFormState, type FormState, renderInputField, emptyForm, renderFormHead } from '../pages/fields.page.js';
import { html } from '../pages/html.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import { renderProfileNavigation } from '../pages/navigation.page.js';
import type { UserView } from './user.view.js';

/** The page on which users see and correct their details. */
export function detailsPage({ address, first_name, last_name, email }: UserView, context: PageContext): PageContent {
  return renderForm(context, { ...emptyForm, values: { first_name, last_name, email, ...address } });
}

export const rejectedDetailsPage: FormErrorPage = (problem, sent, context) =>
  renderForm(context, toFormState(problem, sent, { email_taken: 'email', wrong_password: 'current_password' }));

function renderForm(context: PageContext, form: FormState): PageContent {
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
${renderInputField({ name: 'current_password', label: 'Current password', type: 'password', autocomplete: 'current-password', isOptional: true, hint: 'Required to change the email.' }, form)}
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
