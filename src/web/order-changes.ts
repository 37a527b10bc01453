/* Orders of the list are canceled and changed in place. Without this file the answer is a page. */
import { describeAnswer, showSignedOut } from './order-answers.js';
import {
  findElement,
  findLink,
  getElement,
  getField,
  isPlainClick,
  loadPage,
  postForm,
  toFormBody,
} from './page-parts.js';

const blotter = getElement('#blotter');
const news = getElement('[data-news]');

type FormAnswer = Readonly<{ isSignedOut: boolean; isDone: boolean; page: Document | null }>;

/** Sends a form, and follows to the order's own page, which is light and says what happened. */
async function send(form: HTMLFormElement, more: Readonly<Record<string, string>>): Promise<FormAnswer> {
  const body = toFormBody(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const result = await postForm(form.action, body);
  if (result === null) return { isSignedOut: false, isDone: false, page: null };
  const { answer, page } = result;
  const isSignedOut = answer.status === 401;
  if (isSignedOut) showSignedOut(news, page);
  return { isSignedOut, isDone: answer.ok && answer.redirected, page };
}

blotter.addEventListener('submit', (event) => {
  const { target: form, submitter: button } = event;
  if (!(form instanceof HTMLFormElement) || form.id !== 'cancel' || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (button.getAttribute('aria-disabled') !== 'true') void cancelOrder(form, button);
});

async function cancelOrder(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  button.setAttribute('aria-disabled', 'true');
  const { isDone, isSignedOut, page } = await send(form, { order_id: button.value, _back: `/orders/${button.value}` });
  if (!isSignedOut) news.textContent = page === null ? 'There was no answer.' : describeAnswer(page);
  if (!isDone) button.removeAttribute('aria-disabled');
}

const dialog = document.createElement('dialog');
dialog.className = 'change-dialog';
dialog.setAttribute('aria-label', 'Modify order');
getElement('main').append(dialog);

blotter.addEventListener('click', (event) => {
  const link = findLink(event, 'a[href$="/modification"]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  void loadPage(link.href).then((page) => {
    if (!showChangeForm(page)) location.assign(link.href);
  });
});

/** Puts the form of that page into the dialog; false where it has none. */
function showChangeForm(page: Document | null): boolean {
  const form = page?.querySelector<HTMLFormElement>('form.change');
  if (!form) return false;
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Leave it' });
  close.addEventListener('click', () => dialog.close());
  const leave = findElement('[data-leave]', form);
  if (leave) leave.replaceWith(close);
  else getElement('.actions', form).append(' ', close);
  const title = Object.assign(document.createElement('h2'), { textContent: form.getAttribute('aria-label') });
  dialog.replaceChildren(title, form);
  if (!dialog.open) dialog.showModal();
  (leave ? close : (findElement('[aria-invalid]', form) ?? getField(form, 'quantity'))).focus();
  return true;
}

dialog.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  if (form instanceof HTMLFormElement && form.getAttribute('aria-busy') !== 'true') void changeOrder(form);
});

async function changeOrder(form: HTMLFormElement): Promise<void> {
  form.setAttribute('aria-busy', 'true');
  if (getField(form, 'time_in_force').value !== 'GTD') getField(form, 'expire_date').value = '';
  const { isDone, isSignedOut, page } = await send(form, {});
  form.removeAttribute('aria-busy');
  if (!isDone && !isSignedOut && showChangeForm(page)) return;
  dialog.close();
  if (!isSignedOut)
    news.textContent = page
      ? describeAnswer(page)
      : 'There was no answer. Look at the order before you change it again.';
}
