/* Orders of the list are canceled and changed in place. Without this file the answer is a page. */
import { changeInDialog, sendForm } from '../change-dialog.js';
import { describeAnswer, showSignedOut, UNKNOWN_CHANGE } from './order-answers.js';
import { getElement } from '../page-parts.js';

const blotter = getElement('#blotter');
const news = getElement('[data-news]');

changeInDialog('#blotter', ({ isSignedOut, page }) => {
  if (isSignedOut && page !== null) showSignedOut(news, page);
  else news.textContent = page === null ? UNKNOWN_CHANGE : describeAnswer(page);
});

blotter.addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement) || form.id !== 'cancel' || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (button.getAttribute('aria-disabled') !== 'true') void cancelOrder(form, button);
});

async function cancelOrder(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  button.setAttribute('aria-disabled', 'true');
  const address = { order_id: button.value, _back: `/orders/${button.value}` };
  const { isDone, isSignedOut, page } = await sendForm(form, address);
  if (isSignedOut && page !== null) showSignedOut(news, page);
  else news.textContent = page === null ? 'There was no answer.' : describeAnswer(page);
  if (!isDone) button.removeAttribute('aria-disabled');
}
