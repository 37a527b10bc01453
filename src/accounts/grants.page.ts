import {
  renderSelect,
  toFormState,
  type FormState,
  emptyForm,
  renderFormToken,
  renderFormError,
} from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import { renderTimestamp } from '../http/timestamp.page.js';
import type { PageContent, FormErrorPage, PageContext } from '../http/page.js';
import type { GrantView, GrantChoiceView } from './grant.view.js';
import { accountNamed, besides, ofAccount, STYLES, userNamed } from './exchange-lists.page.js';
import { peopleChoice, whoIsMeant } from './people-choice.page.js';

/** Who besides its owner uses an account, and where an administrator says so. */
export function grantsPage(grants: readonly GrantView[], visit: PageContext): PageContent {
  const id = accountOf(visit);
  return {
    title: 'Who may use the account',
    styles: STYLES,
    body: html`<article class="listing account-page">
<h1>Who may use ${accountNamed(Number(id), visit)}</h1>
${besides(ofAccount(id), visit.path)}
<p>Its owner and administrators look at it and trade it without a grant.</p>
${grants.length === 0 ? html`<p class="empty">Nobody else may use it.</p>` : grantTable(grants, id, visit)}
<h2>Give access</h2>
<p class="actions"><a class="button primary" href="/accounts/${id}/grants/new">Choose somebody</a></p>
</article>`,
  };
}

/** The form again, with what is wrong in it. */
export const refusedGrantPage: FormErrorPage = (problem, sent, visit) => {
  const id = accountOf(visit);
  const form = toFormState(problem, sent, { unknown_user: 'user_id', owners_need_no_grant: 'user_id' });
  return {
    title: 'Give access',
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${id}/grants">Back to who may use it</a></p>
<h1>Give access to ${accountNamed(Number(id), visit)}</h1>
${giveForm(id, form, visit)}
</article>`,
  };
};

/** Who is to use the account is chosen first; then what they may do. */
export function newGrantPage(
  { acct_id: acctId, user_id: userId, people }: GrantChoiceView,
  visit: PageContext,
): PageContent {
  const here = `/accounts/${acctId}/grants/new`;
  const sought = new URL(visit.path, 'http://here').searchParams.get('q') ?? '';
  return {
    title: 'Give access',
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${acctId}/grants">Back to who may use it</a></p>
<h1>Give access to ${accountNamed(acctId, visit)}</h1>
${
  userId === null
    ? peopleChoice({ action: here, sought, people, doing: 'Choose', hrefOf: ({ id }) => `${here}?user_id=${id}` })
    : giveForm(
        String(acctId),
        { ...emptyForm, values: { user_id: String(userId), _user: userNamed(userId, visit) } },
        visit,
      )
}
</article>`,
  };
}

const accountOf = ({ path }: PageContext): string => /^\/accounts\/(\d+)/.exec(path)?.[1] ?? '';

const accessWords = { Trade: 'looks at it and trades it', Read: 'looks at it' } as const;

function grantTable(grants: readonly GrantView[], id: string, visit: PageContext): Html {
  return html`<section class="scroll" tabindex="0" aria-label="Grants">
<table class="rows cards">
<thead><tr><th scope="col">User</th><th scope="col">May</th><th scope="col">Since</th><th scope="col">Change</th></tr></thead>
<tbody>
${grants.map(({ user_id: userId, access, granted_at: since }) => html`<tr><th scope="row"><a href="/users/${userId}">${userNamed(userId, visit)}</a></th><td>${accessWords[access]}</td><td data-label="since">${renderTimestamp(since)}</td><td><form method="post" action="/accounts/${id}/grants/${userId}?_method=DELETE">${renderFormToken(visit)}<button type="submit" class="danger">Take it away<span class="hidden"> from ${userNamed(userId, visit)}</span></button></form></td></tr>\n`)}</tbody>
</table>
</section>`;
}

const giveForm = (
  id: string,
  form: FormState,
  visit: PageContext,
): Html => html`<form method="post" action="/accounts/${id}/grants">
${renderFormToken(visit)}
${renderFormError(form)}
${whoIsMeant(form, { field: 'user_id', shown: '_user', label: 'To', other: `/accounts/${id}/grants/new` })}
<div class="inline">
${renderSelect(
  { name: 'access', label: 'May' },
  [
    ['Read', 'look at it'],
    ['Trade', 'look at it and trade it'],
  ],
  form,
)}
<p class="actions"><button type="submit" class="primary">Give access</button></p>
</div>
</form>`;
