import type { FormState } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import { PEOPLE_SHOWN, type PersonView } from './people.view.js';

type UserChoice = Readonly<{
  /** URL of the page itself, to which the search form is submitted. */
  action: string;
  sought: string;
  people: readonly PersonView[];
  /** Text of each user's link: the action for the selected user. */
  doing: string;
  hrefOf: (person: PersonView) => string;
}>;

/** Lists users to select from, with a search by email or name, so that no user has to be typed as a number. */
export function renderUserSearch({ action, sought, people, doing, hrefOf }: UserChoice): Html {
  const shown = people.slice(0, PEOPLE_SHOWN);
  return html`<form class="search" method="get" action="${action}" role="search">
<div class="field"><label for="q">Email or name</label><input id="q" name="q" type="search" value="${sought}" maxlength="100" autocomplete="off"></div>
<p class="actions"><button type="submit" class="primary">Search</button>${sought !== '' && html` <a class="button" href="${action}">Show all</a>`}</p>
</form>
${shown.length === 0 ? html`<p class="empty">No users match “${sought}”. <a href="/users/new">Register a new customer</a>.</p>` : renderUserTable(shown, doing, hrefOf)}
${people.length > shown.length && html`<p class="hint">Showing the first ${PEOPLE_SHOWN}. Search to find others.</p>`}`;
}

const renderUserTable = (
  people: readonly PersonView[],
  doing: string,
  hrefOf: UserChoice['hrefOf'],
): Html => html`<section class="scroll" tabindex="0" aria-label="Users">
<table class="rows cards people">
<thead><tr><th scope="col">Email</th><th scope="col">Name</th><th scope="col">Action</th></tr></thead>
<tbody>
${people.map((person) => html`<tr><th scope="row"><a href="/users/${person.id}">${person.email}</a>${!person.enabled && html` <span class="badge bad">disabled</span>`}</th><td>${person.name}</td><td><a class="button" href="${hrefOf(person)}">${doing}<span class="hidden"> ${person.email}</span></a></td></tr>\n`)}</tbody>
</table>
</section>`;

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
