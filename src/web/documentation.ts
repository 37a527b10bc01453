/*
 * Comforts of the documentation, which is complete without them: the language of examples is remembered, and a search shows its
 * results while the reader types.
 */
import { loadResults, onTyped } from './docs-search.js';
import { findElement, findTarget } from './page-parts.js';

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

/** Only those of the last query are shown. */
async function showResults(query: string): Promise<void> {
  const found = await loadResults(query);
  if (!found || field?.value !== query) return;
  results?.replaceChildren(...found.childNodes);
  history.replaceState(null, '', `/docs/search?q=${encodeURIComponent(query)}`);
}

if (field) onTyped(field, (query) => void showResults(query));
