import { STYLES } from '../accounts/exchange-lists.page.js';
import type { PersonView } from '../accounts/grant.view.js';
import {
  emptyForm,
  type FormState,
  renderFormHead,
  renderInputField,
  renderSelect,
  toFormState,
} from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { FormErrorPage, PageContext } from '../pages/page.js';

const ACTION = '/reconciliation/breaks/updates/new';

/** The id of the form, by which the boxes in the list belong to it. */
export const UPDATE_FORM = 'updates';

/** The form under the list, for the breaks that are ticked there. */
export const renderUpdateForm = (assignees: readonly PersonView[], context: PageContext): Html =>
  html`<form class="confirm updates" id="${UPDATE_FORM}" method="post" action="${ACTION}" aria-label="Change the breaks that are ticked">
${renderUpdateFields(assignees, emptyForm, context)}
<p class="actions"><button type="submit" class="primary">Change ticked</button> <button type="button" data-tick-all hidden>Tick all</button></p>
</form>`;

/** The form on the page of one break. */
export const renderAssignment = (id: number, assignees: readonly PersonView[], context: PageContext): Html =>
  html`<form class="note" method="post" action="${ACTION}">
<input type="hidden" name="break_ids" value="${id}">
${renderUpdateFields(assignees, emptyForm, context, false)}
<p class="actions"><button type="submit">Assign</button></p>
</form>`;

function renderUpdateFields(
  assignees: readonly PersonView[],
  form: FormState,
  context: PageContext,
  hasNote = true,
): Html {
  return html`${renderFormHead(form, context)}<div class="inline">
${renderSelect(
  { name: 'assignee', label: 'Assign to' },
  [['', 'as it is'], ...assignees.map(({ id, email }) => [String(id), email] as const), ['nobody', 'nobody']],
  form,
)}
${renderInputField({ name: 'due_on', label: 'Due', type: 'date' }, form)}
<div class="field"><label><input type="checkbox" name="undated" value="yes"> No due date</label></div>
${hasNote && renderInputField({ name: 'note', label: 'Note', isOptional: true }, form)}
</div>`;
}

/** What was wrong, and the way back; boxes that were ticked are ticked again by the browser. */
export const rejectedUpdatePage: FormErrorPage = (problem, sent) => {
  const { fieldErrors, formError } = toFormState(problem, sent);
  const messages = Object.values(fieldErrors);
  return {
    title: 'No break was changed',
    styles: STYLES,
    body: html`<article class="listing account-page">
<h1>No break was changed</h1>
<p class="refusal" role="alert">${sent['break_ids'] === undefined ? 'Tick the breaks that you want to change.' : messages.length === 0 ? formError : messages.join('. ')}</p>
<p class="actions"><a class="button primary" href="/reconciliation/breaks?status=Open">Back to open breaks</a></p>
</article>`,
  };
};
