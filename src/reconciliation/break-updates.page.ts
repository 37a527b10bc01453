import { STYLES } from '../accounts/exchange-lists.page.js';
import type { PersonView } from '../accounts/grant.view.js';
import { emptyForm, renderFormHead, renderInputField, renderSelect, toFormState } from '../pages/fields.page.js';
import { parseId } from '../http/wire-values.js';
import { type Html, html } from '../pages/html.js';
import type { FormErrorPage, PageContext } from '../pages/page.js';

const ACTION = '/reconciliation/breaks/updates/new';

/** The id of the form, by which the boxes in the list belong to it. */
export const UPDATE_FORM = 'updates';

/** The form under the list, for the breaks that are selected there. */
export const renderUpdateForm = (assignees: readonly PersonView[], context: PageContext): Html =>
  html`<form class="updates" id="${UPDATE_FORM}" method="post" action="${ACTION}" aria-label="Change the selected breaks">
${renderFormHead(emptyForm, context)}
<div class="inline">${renderAssignmentFields(assignees)}
${renderInputField({ name: 'note', label: 'Note', isOptional: true }, emptyForm)}
<p class="actions"><button type="submit" class="primary">Change selected</button> <button type="button" data-tick-all hidden>Select all</button></p></div>
</form>`;

/** The form on the page of one break. */
export const renderAssignment = (id: number, assignees: readonly PersonView[], context: PageContext): Html =>
  html`<form class="updates" method="post" action="${ACTION}">
${renderFormHead(emptyForm, context)}<input type="hidden" name="break_ids" value="${id}">
<div class="inline">${renderAssignmentFields(assignees)}
<p class="actions"><button type="submit">Assign</button></p></div>
</form>`;

const renderAssignmentFields = (assignees: readonly PersonView[]): Html =>
  html`${renderSelect(
    { name: 'assignee', label: 'Assign to', isOptional: true },
    [['', 'No change'], ...assignees.map(({ id, email }) => [String(id), email] as const), ['nobody', 'Nobody']],
    emptyForm,
  )}
${renderInputField({ name: 'due_on', label: 'Due', type: 'date', isOptional: true }, emptyForm)}
<p class="choice"><label><input type="checkbox" name="undated" value="yes"> No due date</label></p>`;

/** What was wrong, and the way back; boxes that were ticked are ticked again by the browser. */
export const rejectedUpdatePage: FormErrorPage = (problem, sent) => {
  const { fieldErrors, formError } = toFormState(problem, sent);
  const messages = Object.values(fieldErrors);
  const chosen = sent['break_ids'];
  const id = parseId(chosen ?? '');
  return {
    title: 'No break was changed',
    styles: STYLES,
    body: html`<article class="listing account-page">
<h1>No break was changed</h1>
<p class="refusal" role="alert">${chosen === undefined ? 'Select the breaks that you want to change.' : messages.length === 0 ? formError : messages.join('. ')}</p>
<p class="actions"><a class="button primary" href="/reconciliation/breaks${id === null ? '?status=Open' : `/${id}`}">Back to ${id === null ? 'open breaks' : 'the break'}</a></p>
</article>`,
  };
};
