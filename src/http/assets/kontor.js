/* Comforts only: every page is complete without this file. */

/** A button that takes the text of an element along, or at least selects it where the clipboard is closed. */
function copier(element, purpose = 'Copy') {
  const button = document.createElement('button');
  const say = (word) => {
    button.textContent = word;
    button.setAttribute('aria-label', word === 'Copy' ? purpose : word);
  };
  button.type = 'button';
  button.className = 'copier';
  say('Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element.textContent);
      say('Copied');
    } catch {
      const fold = element.closest('details');
      if (fold) fold.open = true;
      window.getSelection()?.selectAllChildren(element);
      say('Selected');
    }
    window.setTimeout(say, 2000, 'Copy');
  });
  return button;
}

/** A block of code can be selected by hand; this saves the hand. */
for (const pre of document.querySelectorAll('pre')) {
  const block = document.createElement('div');
  block.className = 'block';
  pre.replaceWith(block);
  block.append(pre, copier(pre));
}

/** The same for words in a line. What is folded away is copied without being shown. */
for (const code of document.querySelectorAll('code[data-copy]')) {
  (code.closest('details') ?? code).after(copier(code, code.dataset.copy));
}

/** Times are written in UTC; pointing at one tells it in the reader's own zone. */
for (const time of document.querySelectorAll('time[datetime*="T"]')) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.getTime())) time.title = moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
}
