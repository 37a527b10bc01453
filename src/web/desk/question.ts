/* A question before something that cannot be taken back. */

type Question = Readonly<{ title: string; words: string; yes: string; no: string }>;

/** Whether the answer is yes. Escape is a no, and the focus begins there. */
export function ask({ title, words, yes, no }: Question): Promise<boolean> {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'change-dialog' });
  const heading = Object.assign(document.createElement('h2'), { id: 'question', textContent: title });
  const text = Object.assign(document.createElement('p'), { textContent: words });
  const form = Object.assign(document.createElement('form'), { method: 'dialog' });
  const actions = Object.assign(document.createElement('p'), { className: 'actions' });
  const confirm = Object.assign(document.createElement('button'), { className: 'danger', value: 'yes' });
  const refuse = Object.assign(document.createElement('button'), { autofocus: true, value: 'no' });
  [confirm.textContent, refuse.textContent] = [yes, no];
  actions.append(confirm, ' ', refuse);
  form.append(actions);
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(heading, text, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
