/*
 * Comforts of the documentation, which is complete without them: the language of examples is remembered, and a search shows its
 * results below its field while the reader types. With Enter in the field they are a page.
 */
import { findElement, findTarget, createLink, getElement, loadPage } from './page-parts.js';

const WAIT_MS = 150;
const SHOWN_MAX = 8;

/** The page of the results, as the form would load it; null where it does not come. */
const loadResults = async (query: string): Promise<HTMLElement | null> => {
  const page = await loadPage(`/docs/search?q=${encodeURIComponent(query)}`);
  return page && findElement('#results', page);
};

/** Calls back once a reader has stopped typing for a moment. */
function onTyped(field: HTMLInputElement, listener: (query: string) => void): void {
  let timer: number | undefined;
  field.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => listener(field.value), WAIT_MS);
  });
}

type ResultList = Readonly<{ box: HTMLElement; count: HTMLElement; list: HTMLElement }>;

/** The count stands in the page before it says anything, so that screen readers announce it. */
function createList(form: HTMLElement): ResultList {
  const box = Object.assign(document.createElement('div'), { className: 'found' });
  const count = document.createElement('p');
  const list = document.createElement('ul');
  count.setAttribute('role', 'status');
  box.append(count, list);
  form.append(box);
  return { box, count, list };
}

function clear({ count, list }: ResultList): void {
  count.textContent = '';
  list.replaceChildren();
}

function showFound({ count, list }: ResultList, results: HTMLElement, query: string): void {
  const links = [...results.querySelectorAll<HTMLAnchorElement>('li > a')];
  const items = links.slice(0, SHOWN_MAX).map((link) => {
    const item = document.createElement('li');
    const kind = link.nextElementSibling?.cloneNode(true) ?? '';
    link.append(' ', kind);
    item.append(link);
    return item;
  });
  if (links.length > SHOWN_MAX) {
    const rest = document.createElement('li');
    rest.append(createLink(`/docs/search?q=${encodeURIComponent(query)}`, 'All results'));
    items.push(rest);
  }
  count.textContent = links.length === 0 ? 'No results' : links.length === 1 ? '1 result' : `${links.length} results`;
  list.replaceChildren(...items);
}

/** Arrow keys go through the field and the results, Escape closes them; Enter is the browser's. */
function followKeys(form: HTMLElement, field: HTMLInputElement, found: ResultList): void {
  form.addEventListener('keydown', (event) => {
    const stops = [field, ...found.list.querySelectorAll('a')];
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (event.key === 'Escape' && stops.length > 1) {
      clear(found);
      field.focus();
    } else if (step !== undefined && stops.length > 1)
      stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function enhance(form: HTMLElement): void {
  const field = getElement('input[type="search"]', form) as HTMLInputElement;
  const found = createList(form);
  onTyped(field, (query) => {
    if (query.trim() === '') {
      clear(found);
      return;
    }
    void loadResults(query).then((results) => {
      if (results !== null && field.value === query && form.contains(document.activeElement))
        showFound(found, results, query);
    });
  });
  followKeys(form, field, found);
  form.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node) || !form.contains(event.relatedTarget)) clear(found);
  });
  // A press on a result does not take the focus from the field before it is followed.
  found.box.addEventListener('pointerdown', (event) => {
    if (findTarget(event, 'a') !== null) event.preventDefault();
  });
}

/** The page of the results shows them itself. */
for (const form of document.querySelectorAll<HTMLElement>('.docs-search'))
  if (form.closest('.results') === null) enhance(form);

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
