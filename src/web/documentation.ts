/*
 * Comforts of the documentation, which is complete without them: the language of examples is remembered, and a search shows its
 * results while the reader types.
 */
import { findElement, findTarget, loadPage } from './page-parts.js';

const LANGUAGE = 'documentation.language';

/** Every example that has the language shows it. */
function selectLanguage(language: string): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>('.samples input'))
    if (choice.value === language) choice.checked = true;
}

const remembered = localStorage.getItem(LANGUAGE);
if (remembered !== null) selectLanguage(remembered);

document.addEventListener('change', (event) => {
  const choice = findTarget(event, '.samples input') as HTMLInputElement | null;
  if (choice === null) return;
  // What was pressed stays where it is, though examples above it become longer or shorter.
  const before = choice.getBoundingClientRect().top;
  selectLanguage(choice.value);
  window.scrollBy(0, choice.getBoundingClientRect().top - before);
  localStorage.setItem(LANGUAGE, choice.value);
});

const results = findElement('#results');
const field = document.querySelector<HTMLInputElement>('.results .docs-search input');

/** The page of the results, as the form would load it. Only the last one is shown. */
async function showResults(query: string): Promise<void> {
  const address = `/docs/search?q=${encodeURIComponent(query)}`;
  const found = (await loadPage(address))?.querySelector('#results');
  if (!found || field?.value !== query) return;
  results?.replaceChildren(...found.childNodes);
  history.replaceState(null, '', address);
}

let timer: number | undefined;
field?.addEventListener('input', () => {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void showResults(field.value), 150);
});
