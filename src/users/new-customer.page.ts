import { administrationPages } from '../http/administration.page.js';
import { errorPage } from '../http/error.page.js';
import { entered, type Entered, field, nothingEntered, ownForm, refusalOf } from '../http/fields.page.js';
import { html } from '../http/html.js';
import type { PageContent, RefusalPage, Visit } from '../http/page.js';

export const newCustomerPage = (_: unknown, visit: Visit): PageContent => asked(visit, nothingEntered);

export const refusedCustomerPage: RefusalPage = (problem, sent, visit) =>
  problem.status === 403 ? errorPage(problem, visit) : asked(visit, entered(problem, sent, { email_taken: 'email' }));

function asked(visit: Visit, form: Entered): PageContent {
  const line = (name: string, label: string) => field({ name, label, isOptional: true }, form);
  return {
    title: 'New customer',
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/users">All users</a></p>
<h1>New customer</h1>
${administrationPages(visit.path)}
<p class="lead">They may sign in at once. What they trade with is an account, which you open for them afterwards.</p>
<form method="post" action="/users/new">
${ownForm(visit)}
${refusalOf(form)}
<div class="pair">
${field({ name: 'first_name', label: 'First name' }, form)}
${field({ name: 'last_name', label: 'Last name' }, form)}
</div>
${field({ name: 'email', label: 'Email', type: 'email', hint: 'They sign in with it. Nothing is sent there.' }, form)}
${field({ name: 'password', label: 'First password', type: 'password', autocomplete: 'new-password', hint: 'Eight characters or more; no common password, and neither their email nor their name. Tell it to them; they change it under their name, Password.' }, form)}
<h2>Address</h2>
<div class="pair">
${line('line_1', 'Line 1')}
${line('line_2', 'Line 2')}
${line('city', 'City')}
${line('state', 'State or region')}
${line('zip', 'Postal code')}
${line('country', 'Country')}
</div>
<p class="actions"><button type="submit" class="primary">Register the customer</button> <a class="button" href="/users">Leave it</a></p>
</form>
</article>`,
  };
}
