import type { FormState } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import { PEOPLE_SHOWN, type PersonView } from './people.view.js';

type Choice = Readonly<{
  /** Where the search leads, which is the page that it stands on. */
  action: string;
  sought: string;
  people: readonly PersonView[];
  /** What is done with whoever is chosen, on the link of each. */
  doing: string;
  hrefOf: (person: PersonView) => string;
}>;

/** People are found by what one knows of them, an email or a name, and chosen by a link: nobody has to know a number. */
export function peopleChoice({ action, sought, people, doing, hrefOf }: Choice): Html {
  const shown = people.slice(0, PEOPLE_SHOWN);
  return html`<form class="search" method="get" action="${action}" role="search">
<div class="field"><label for="q">Email or name</label><input id="q" name="q" type="search" value="${sought}" maxlength="100" autocomplete="off"></div>
<p class="actions"><button type="submit" class="primary">Search</button>${sought !== '' && html` <a class="button" href="${action}">Show all</a>`}</p>
</form>
${shown.length === 0 ? html`<p class="empty">Nobody has “${sought}” in their email or name. <a href="/users/new">Register a new customer</a>.</p>` : tableOf(shown, doing, hrefOf)}
${people.length > shown.length && html`<p class="hint">These are the first ${PEOPLE_SHOWN}. Search to find others.</p>`}`;
}

const tableOf = (
  people: readonly PersonView[],
  doing: string,
  hrefOf: Choice['hrefOf'],
): Html => html`<section class="scroll" tabindex="0" aria-label="People">
<table class="rows cards people">
<thead><tr><th scope="col">Email</th><th scope="col">Name</th><th scope="col">Choose</th></tr></thead>
<tbody>
${people.map((person) => html`<tr><th scope="row"><a href="/users/${person.id}">${person.email}</a>${!person.enabled && html` <span class="badge bad">disabled</span>`}</th><td>${person.name}</td><td><a class="button" href="${hrefOf(person)}">${doing}<span class="hidden"> ${person.email}</span></a></td></tr>\n`)}</tbody>
</table>
</section>`;

/** Who was chosen, in a form: what they are called travels along, so that the form says it also when it is refused. */
export function whoIsMeant(
  { values, fieldErrors }: FormState,
  { field, shown, label, other }: Readonly<{ field: string; shown: string; label: string; other: string }>,
): Html {
  const id = values[field] ?? '';
  const called = values[shown] ?? `user ${id}`;
  const fault = fieldErrors[field];
  return html`<input type="hidden" name="${field}" value="${id}"><input type="hidden" name="${shown}" value="${called}">
<p class="chosen">${label} <strong>${called}</strong> <a href="${other}">Choose somebody else</a></p>
${fault !== undefined && html`<p class="fault" id="${field}-fault">${fault.startsWith(field) ? 'This is nobody who is here: choose somebody.' : fault}</p>`}`;
}
