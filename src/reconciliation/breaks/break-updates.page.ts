import { STYLES } from '../../accounts/exchange-lists.page.js';
import type { PersonView } from '../../accounts/grant.view.js';
import {
  emptyForm,
  type FormState,
  renderFormHead,
  renderFormToken,
  renderInputField,
  renderSelect,
  toFormState,
} from '../../pages/fields.page.js';
import type { Problem } from '../../errors/problem.js';
import { toSentence } from '../../errors/sentence.js';
import { parseId } from '../../http/wire-values.js';
import { type Html, html } from '../../pages/html.js';
import type { FormErrorPage, PageContext } from '../../pages/page.js';
import { toBreakUrl, toListQuery, toListUrl } from './break-links.js';

const ACTION = '/reconciliation/breaks/updates/new';

const NONE_SELECTED = 'Select the breaks that you want to change.';

/** The id of the form, by which the boxes in the list belong to it. */
export const UPDATE_FORM = 'updates';

/** Only with a note. */
const ACCEPTANCES = [
  ['', 'No change'],
  ['yes', 'Accept the back office’s figure (with a note)'],
] as const;

/**
 * The form under the list, for the breaks that are selected there. Until one is, the style sheet shows a hint in place of its button. On a
 * narrow screen it is one line that opens. Where no break of the list is open, only notes can be added.
 */
export function renderUpdateForm(
  { assignees, hasOpen }: Readonly<{ assignees: readonly PersonView[]; hasOpen: boolean }>,
  context: PageContext,
): Html {
  const canAccept = hasOpen && context.isAdministrator;
  const title = hasOpen ? 'Change the selected breaks' : 'Add a note to the selected breaks';
  return html`<form class="updates" id="${UPDATE_FORM}" method="post" action="${ACTION}" aria-label="${title}">
${renderFormHead(emptyForm, context)}${renderList(context)}
<details class="narrow-fold"><summary>${title}</summary>
<div class="inline">${hasOpen && renderAssignmentFields(assignees, context)}
${renderInputField({ name: 'note', label: 'Note', isOptional: hasOpen }, emptyForm)}
${canAccept && renderSelect({ name: 'accept', label: 'Resolve', isOptional: true }, ACCEPTANCES, emptyForm)}
<p class="actions"><button type="submit" class="primary">${hasOpen ? 'Change selected' : 'Add note'}</button> <span class="hint" id="unselected">${hasOpen ? NONE_SELECTED : 'Select the breaks that the note is for.'}</span> <button type="button" data-tick-all hidden>Select all</button></p></div></details>
</form>`;
}

/** The form on the page of one break. */
export const renderAssignment = (id: number, assignees: readonly PersonView[], context: PageContext): Html =>
  html`<form class="updates" method="post" action="${ACTION}">
${renderFormHead(emptyForm, context)}${renderList(context)}<input type="hidden" name="break_ids" value="${id}"><input type="hidden" name="page" value="break">
<div class="inline">${renderAssignmentFields(assignees, context)}
<p class="actions"><button type="submit">Assign</button></p></div>
</form>`;

/** Closes the break as the back office has it. */
export const renderAcceptance = (id: number, context: PageContext): Html =>
  html`<form class="note" method="post" action="${ACTION}">
${renderFormToken(context)}${renderList(context)}<input type="hidden" name="break_ids" value="${id}"><input type="hidden" name="page" value="break"><input type="hidden" name="accept" value="yes">
${renderInputField({ name: 'note', label: 'Note', hint: 'Why the back office is right.' }, emptyForm)}
<p class="actions"><button type="submit">Accept its figure</button></p>
</form>`;

const renderList = ({ path }: PageContext): Html =>
  html`<input type="hidden" name="list" value="${toListQuery(path)}">`;

/** As the list names them: administrators and the person see the email, customers see the name of others. */
export const formatAssignee = (
  { id, email, name }: PersonView,
  { isAdministrator, userName }: Pick<PageContext, 'isAdministrator' | 'userName'>,
): string => (isAdministrator || email === userName ? email : name.trim() || `user ${id}`);

const renderAssignmentFields = (assignees: readonly PersonView[], context: PageContext): Html =>
  html`${renderSelect(
    { name: 'assignee', label: 'Assign to', isOptional: true },
    [
      ['', 'No change'],
      ...assignees.map((person) => [String(person.id), formatAssignee(person, context)] as const),
      ['nobody', 'Nobody'],
    ],
    emptyForm,
  )}
${renderInputField({ name: 'due_on', label: 'Due', type: 'date', isOptional: true }, emptyForm)}
<p class="choice"><label><input type="checkbox" name="undated" value="yes"> No due date</label></p>`;

/** The fields of the form that comes back. */
const SHOWN_FIELDS = ['due_on', 'note'];

/** A fault stands beside its field; above the form stand those of what it does not show. */
function toRejectedForm(problem: Problem, sent: Readonly<Record<string, string>>): FormState {
  const form = toFormState(problem, sent, { date_in_the_past: 'due_on' });
  const { beside = [], above = [] } = Object.groupBy(Object.entries(form.fieldErrors), ([name]) =>
    SHOWN_FIELDS.includes(name) ? 'beside' : 'above',
  );
  const formError = above.length === 0 ? form.formError : above.map(([, text]) => toSentence(text)).join(' ');
  return { ...form, fieldErrors: Object.fromEntries(beside), formError };
}

/** The same changes once more, for the breaks that were selected. */
function renderRejectedForm(problem: Problem, sent: Readonly<Record<string, string>>, context: PageContext): Html {
  const form = toRejectedForm(problem, sent);
  const ids = (sent['break_ids'] ?? '').split('\n').filter((id) => id !== '');
  const kept = [
    ...ids.map((id) => ['break_ids', id]),
    ['assignee', sent['assignee'] ?? ''],
    ['accept', sent['accept'] ?? ''],
    ['list', sent['list'] ?? ''],
    ['page', sent['page'] ?? ''],
  ];
  return html`<form class="updates" method="post" action="${ACTION}">
${renderFormHead(form, context)}${kept.map(([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="inline">${renderInputField({ name: 'due_on', label: 'Due', type: 'date', isOptional: true, isFocused: true }, form)}
${renderInputField({ name: 'note', label: 'Note', isOptional: sent['accept'] !== 'yes' }, form)}
<p class="actions"><button type="submit" class="primary">${sent['accept'] === 'yes' ? 'Accept' : 'Change'} ${ids.length === 1 ? 'the break' : `${ids.length} breaks`}</button></p></div>
</form>`;
}

/** What was wrong, and the form again; boxes that were ticked are ticked again by the browser. */
export const rejectedUpdatePage: FormErrorPage = (problem, sent, context) => {
  const chosen = sent['break_ids'];
  const list = sent['list'] ?? '';
  const id = sent['page'] === 'break' ? parseId(chosen ?? '') : null;
  return {
    title: 'No break was changed',
    styles: STYLES,
    body: html`<article class="listing account-page">
<h1>No break was changed</h1>
${chosen === undefined ? html`<p class="refusal" role="alert">${NONE_SELECTED}</p>${(sent['note'] ?? '') !== '' && html`\n<p>Your note: <q>${sent['note']}</q></p>`}` : renderRejectedForm(problem, sent, context)}
<p class="actions"><a class="button" href="${id === null ? toListUrl(list) : toBreakUrl(id, list)}">Back to ${id === null ? 'the list' : 'the break'}</a></p>
</article>`,
  };
};
