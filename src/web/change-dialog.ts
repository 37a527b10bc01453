/* An order is changed in a dialog over the page that lists it. Without this file the form is a page of its own. */
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

/** What came back for a form: the order's own page where it `isDone`, otherwise the form, or nothing. */
export type FormAnswer = Readonly<{ isSignedOut: boolean; isDone: boolean; page: Document | null }>;

/** Sends a form, and follows to the order's own page, which is light and says what happened. */
export async function sendForm(
  form: HTMLFormElement,
  more: Readonly<Record<string, string>> = {},
): Promise<FormAnswer> {
  const body = toFormBody(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const result = await postForm(form.action, body);
  if (result === null) return { isSignedOut: false, isDone: false, page: null };
  const { answer, page } = result;
  return { isSignedOut: answer.status === 401, isDone: answer.ok && answer.redirected, page };
}

const dialog = document.createElement('dialog');
dialog.className = 'change-dialog';
dialog.setAttribute('aria-label', 'Modify order');
getElement('main').append(dialog);

/** For the links of the lists that this selects; `report` says what became of a change. */
export function changeInDialog(lists: string, report: (answer: FormAnswer) => void): void {
  document.addEventListener('click', (event) => {
    const link = findLink(event, 'a[href$="/modification"]');
    if (!link?.closest(lists) || !isPlainClick(event)) return;
    event.preventDefault();
    void loadPage(link.href).then((page) => {
      if (!showChangeForm(page)) location.assign(link.href);
    });
  });
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    const form = event.target;
    if (form instanceof HTMLFormElement && form.getAttribute('aria-busy') !== 'true') void changeOrder(form, report);
  });
}

/** The page may have a ticket whose fields have the same ids. */
function renameIds(form: HTMLFormElement): void {
  for (const attribute of ['id', 'for', 'aria-describedby'])
    for (const element of form.querySelectorAll(`[${attribute}]`)) {
      const ids = (element.getAttribute(attribute) ?? '').split(' ');
      element.setAttribute(attribute, ids.map((id) => `change-${id}`).join(' '));
    }
}

/** Puts the form of that page into the dialog; false where it has none. */
function showChangeForm(page: Document | null): boolean {
  const form = page?.querySelector<HTMLFormElement>('form.change');
  if (!form) return false;
  renameIds(form);
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

async function changeOrder(form: HTMLFormElement, report: (answer: FormAnswer) => void): Promise<void> {
  form.setAttribute('aria-busy', 'true');
  if (getField(form, 'time_in_force').value !== 'GTD') getField(form, 'expire_date').value = '';
  const answer = await sendForm(form);
  form.removeAttribute('aria-busy');
  if (!answer.isDone && !answer.isSignedOut && showChangeForm(answer.page)) return;
  dialog.close();
  report(answer);
}
