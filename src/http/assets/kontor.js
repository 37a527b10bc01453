/* Comforts only: every page is complete without this file. */

/** A block of code can be selected by hand; this saves the hand. */
for (const pre of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.innerText);
      button.textContent = 'Copied';
    } catch {
      window.getSelection()?.selectAllChildren(pre);
      button.textContent = 'Selected';
    }
    window.setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  const block = document.createElement('div');
  block.className = 'block';
  pre.replaceWith(block);
  block.append(pre, button);
}

/** Times are written in UTC; pointing at one tells it in the reader's own zone. */
for (const time of document.querySelectorAll('time[datetime*="T"]')) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.getTime())) time.title = moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
}
