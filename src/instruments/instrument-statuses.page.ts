import { toFormState } from '../pages/fields.page.js';
import { html } from '../pages/html.js';
import type { FormErrorPage } from '../pages/page.js';
import { toSentence } from '../errors/sentence.js';

/** The instruments that a form halted or resumed. */
export type StatusesFormView = Readonly<{ status: 'Open' | 'Halted'; symbols: readonly string[] }>;

const HALTS = '/administration/halts';

export function redirectAfterStatuses({ status, symbols }: StatusesFormView): Readonly<{ to: string; saying: string }> {
  const names = symbols.length <= 3 ? symbols.join(', ') : `${symbols.length} instruments`;
  const effect = status === 'Halted' ? 'halted' : 'trading again';
  return {
    to: HALTS,
    saying:
      symbols.length === 0
        ? 'Nothing was changed: there was nothing to change any more.'
        : `${names} ${symbols.length === 1 ? 'is' : 'are'} ${effect}.`,
  };
}

/** What was wrong, and the way back to the question. */
export const rejectedStatusesPage: FormErrorPage = (problem, sent) => {
  const { fieldErrors, formError } = toFormState(problem, sent);
  const messages = Object.values(fieldErrors);
  const scope = new URLSearchParams({ status: sent['status'] ?? 'Halted' });
  const { product_group_id: groupId, instrument_ids: ids = '' } = sent;
  if (groupId !== undefined) scope.set('product_group_id', groupId);
  // Of several, not all are in the form that comes back.
  const isOne = /^\d+$/.test(ids);
  if (isOne) scope.set('instrument_ids', ids);
  return {
    title: 'Nothing was changed',
    styles: ['admin.css'],
    body: html`<article class="reference">
<h1>Nothing was changed</h1>
<p class="refusal" role="alert">${problem.code === 'version_conflict' ? 'One of these instruments has changed since you opened the page. Look again.' : messages.length === 0 ? formError : messages.map(toSentence).join(' ')}</p>
<p class="actions"><a class="button primary" href="${ids === '' || isOne ? `${HALTS}/confirmation?${scope.toString()}` : HALTS}">Back</a></p>
</article>`,
  };
};
