/* The next page of the list of orders comes below this one. Without this file it is a page of its own. */
import { formatTimes } from '../kontor.js';
import { findElement, findLink, getElement, isPlainClick, listRows, loadPage } from '../page-parts.js';

const blotter = getElement('#blotter');
const news = getElement('[data-news]');

/** The next page behind this one; false where it has other columns, or did not come. */
async function append(link: HTMLAnchorElement): Promise<boolean> {
  const page = await loadPage(link.href);
  const body = page && findElement('#blotter tbody', page);
  if (!body || findElement('#blotter thead', page)?.textContent !== findElement('thead', blotter)?.textContent)
    return false;
  const rows = listRows(body, ':scope > tr').filter((row) => !document.getElementById(row.id));
  formatTimes(body);
  getElement('tbody', blotter).append(...rows);
  const next = page.querySelector<HTMLAnchorElement>('.next a');
  if (next) link.href = next.href;
  else link.remove();
  news.textContent = `${listRows(blotter, 'tbody tr').length} orders are shown.`;
  rows[0]?.querySelector('a')?.focus();
  return true;
}

findElement('.toolbar')?.addEventListener('click', (event) => {
  const link = findLink(event, '.next a');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  void append(link).then((isAppended) => {
    if (!isAppended) location.assign(link.href);
  });
});
