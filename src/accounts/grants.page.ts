import {
  renderSelect,
  toFormState,
  type FormState,
  emptyForm,
  renderFormToken,
  renderFormHead,
} from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestamp } from '../pages/timestamp.page.js';
import type { PageContent, FormErrorPage, PageContext } from '../pages/page.js';
import { type GrantView, type ChoosableUserView, type GrantChoiceView, PEOPLE_SHOWN } from './grant.view.js';
import {
  renderAccountName,
  renderSiblingLinks,
  listAccountSiblings,
  STYLES,
  renderUserName,
  readPathAccount,
} from './exchange-lists.page.js';

type UserChoice = Readonly<{
  /** URL of the page itself, to which the search form is submitted. */
  action: string;
  sought: string;
  people: readonly ChoosableUserView[];
  /** Text of each user's link: the action for the selected user. */
  doing: string;
  hrefOf: (person: ChoosableUserView) => string;
  /** Why there is no link for a user; null if there is one. */
  obstacleOf: (person: ChoosableUserView) => string | null;
}>;

/** Lists users to select from, with a search by email or name, so that no user has to be typed as a number. */
export function renderUserSearch(choice: UserChoice): Html {
  const { action, sought, people } = choice;
  const shown = people.slice(0, PEOPLE_SHOWN);
  return html`<form class="search" method="get" action="${action}" role="search">
<div class="field"><label for="q">Email or name</label><input id="q" name="q" type="search" value="${sought}" maxlength="100" autocomplete="off"></div>
<p class="actions"><button type="submit">Search</button>${sought !== '' && html` <a class="button" href="${action}">Show all</a>`}</p>
</form>
${shown.length === 0 ? html`<p class="empty">No users match “${sought}”. <a href="/users/new">Register a new customer</a>.</p>` : renderUserTable(shown, choice)}
${people.length > shown.length && html`<p class="hint">Showing the first ${PEOPLE_SHOWN}. Search to find others.</p>`}`;
}

const renderUserTable = (
  people: readonly ChoosableUserView[],
  choice: UserChoice,
): Html => html`<section class="scroll" tabindex="0" aria-label="Users">
<table class="rows cards people">
<thead><tr><th scope="col">Email</th><th scope="col">Name</th><th scope="col">Actions</th></tr></thead>
<tbody>
${people.map((person) => html`<tr><th scope="row"><a href="/users/${person.id}">${person.email}</a>${!person.enabled && html` <span class="badge bad">disabled</span>`}</th><td>${person.name}</td><td>${renderChoiceLink(person, choice)}</td></tr>\n`)}</tbody>
</table>
</section>`;

function renderChoiceLink(person: ChoosableUserView, { doing, hrefOf, obstacleOf }: UserChoice): Html {
  const obstacle = obstacleOf(person);
  return obstacle === null
    ? html`<a class="button" href="${hrefOf(person)}">${doing}<span class="hidden"> ${person.email}</span></a>`
    : html`<span class="empty">${obstacle}</span>`;
}

/** The selected user in a form. The form also sends the displayed name, so that the error page can show it. */
export function renderChosenUser(
  { values, fieldErrors }: FormState,
  { field, shown, label, other }: Readonly<{ field: string; shown: string; label: string; other: string }>,
): Html {
  const id = values[field] ?? '';
  const called = values[shown] ?? `user ${id}`;
  const fault = fieldErrors[field];
  return html`<input type="hidden" name="${field}" value="${id}"><input type="hidden" name="${shown}" value="${called}">
<p class="chosen">${label} <strong>${called}</strong> <a href="${other}">Change</a></p>
${fault !== undefined && html`<p class="fault" id="${field}-fault">${fault.startsWith(field) ? 'No such user. Pick one from the list.' : fault}</p>`}`;
}

/** The grants of an account, with the actions to add and remove one. */
export function grantsPage(grants: readonly GrantView[], context: PageContext): PageContent {
  const id = readPathAccount(context.path);
  return {
    title: 'Account access',
    styles: STYLES,
    body: html`<article class="listing account-page">
<h1>Access to ${renderAccountName(Number(id), context)}</h1>
${renderSiblingLinks(listAccountSiblings(id, context), context.path)}
<p>The owner and administrators can view and trade the account without a grant.</p>
${grants.length === 0 ? html`<p class="empty">No grants yet. Only the owner and administrators can use this account.</p>` : grantTable(grants, id, context)}
<h2>Grant access</h2>
<p class="actions"><a class="button primary" href="/accounts/${id}/grants/new">Select a user</a></p>
</article>`,
  };
}

/** The form with the submitted values and the errors. */
export const rejectedGrantPage: FormErrorPage = (problem, sent, context) => {
  const id = readPathAccount(context.path);
  const form = toFormState(problem, sent, { unknown_user: 'user_id', owners_need_no_grant: 'user_id' });
  return {
    title: 'Grant access',
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${id}/grants">Back to account access</a></p>
<h1>Grant access to ${renderAccountName(Number(id), context)}</h1>
${renderSiblingLinks(listAccountSiblings(id, context), context.path)}
${renderGrantForm(id, form, context)}
</article>`,
  };
};

/** Why a user needs no grant, or cannot use one. */
function findGrantObstacle(
  { id, enabled, is_administrator: administers }: ChoosableUserView,
  ownerId: number,
): string | null {
  if (!enabled) return 'cannot sign in';
  if (id === ownerId) return 'owner: needs no grant';
  return administers ? 'administrator: needs no grant' : null;
}

/** The user is selected first, then the access. */
export function newGrantPage(
  { acct_id: acctId, owner_id: ownerId, user_id: userId, people }: GrantChoiceView,
  context: PageContext,
): PageContent {
  const here = `/accounts/${acctId}/grants/new`;
  const sought = new URL(context.path, 'http://here').searchParams.get('q') ?? '';
  return {
    title: 'Grant access',
    styles: STYLES,
    body: html`<article class="listing account-page">
<p class="back"><a href="/accounts/${acctId}/grants">Back to account access</a></p>
<h1>Grant access to ${renderAccountName(acctId, context)}</h1>
${renderSiblingLinks(listAccountSiblings(acctId, context), context.path)}
${
  userId === null
    ? renderUserSearch({
        action: here,
        sought,
        people,
        doing: 'Select',
        hrefOf: ({ id }) => `${here}?user_id=${id}`,
        obstacleOf: (person) => findGrantObstacle(person, ownerId),
      })
    : renderGrantForm(
        String(acctId),
        { ...emptyForm, values: { user_id: String(userId), _user: renderUserName(userId, context) } },
        context,
      )
}
</article>`,
  };
}

const accessWords = { Trade: 'View and trade', Read: 'View only' } as const;

function grantTable(grants: readonly GrantView[], id: string, context: PageContext): Html {
  return html`<section class="scroll" tabindex="0" aria-label="Grants">
<table class="rows cards">
<thead><tr><th scope="col">User</th><th scope="col">Access</th><th scope="col">Granted</th><th scope="col">Actions</th></tr></thead>
<tbody>
${grants.map(({ user_id: userId, access, granted_at: since }) => html`<tr><th scope="row"><a href="/users/${userId}">${renderUserName(userId, context)}</a></th><td>${accessWords[access]}</td><td data-label="Granted">${renderTimestamp(since)}</td><td><form method="post" action="/accounts/${id}/grants/${userId}/revoke">${renderFormToken(context)}<button type="submit" class="danger">Revoke access<span class="hidden"> of ${renderUserName(userId, context)}</span></button></form></td></tr>\n`)}</tbody>
</table>
</section>`;
}

const renderGrantForm = (
  id: string,
  form: FormState,
  context: PageContext,
): Html => html`<form method="post" action="/accounts/${id}/grants/new">
${renderFormHead(form, context)}
${renderChosenUser(form, { field: 'user_id', shown: '_user', label: 'User', other: `/accounts/${id}/grants/new` })}
<div class="inline">
${renderSelect(
  { name: 'access', label: 'Access' },
  [
    ['Read', 'View only'],
    ['Trade', 'View and trade'],
  ],
  form,
)}
<p class="actions"><button type="submit" class="primary">Grant access</button></p>
</div>
</form>`;
