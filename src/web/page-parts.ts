/* The parts of a page that scripts work on. A script that misses one is on the wrong page: it fails at once and names it. */

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function getElement(selector: string, root: ParentNode = document): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`The page has no ${selector}`);
  return element;
}

export const findElement = (selector: string, root: ParentNode = document): HTMLElement | null =>
  root.querySelector<HTMLElement>(selector);

export function getCell(row: HTMLTableRowElement, index: number | undefined): HTMLTableCellElement {
  const cell = index === undefined ? undefined : row.cells[index];
  if (cell === undefined) throw new Error(`The row ${row.id} has no cell ${String(index)}`);
  return cell;
}

export const listRows = (root: ParentNode, selector: string): HTMLTableRowElement[] => [
  ...root.querySelectorAll<HTMLTableRowElement>(selector),
];

export const findField = (form: HTMLFormElement, name: string): Field | null =>
  form.elements.namedItem(name) as Field | null;

export function getField(form: HTMLFormElement, name: string): Field {
  const field = findField(form, name);
  if (field === null) throw new Error(`The form has no field ${name}`);
  return field;
}

/** The value of a field; of radio buttons, that of the checked one. */
export const readValue = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as Field | RadioNodeList | null)?.value ?? '';

/** A click that opens another tab or window is the browser's. */
export const isPlainClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => !ctrlKey && !metaKey && !shiftKey;

/** The element that an event happened in, and that matches. */
export const findTarget = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** The link that a click happened in, and that matches. */
export const findLink = (event: Event, selector = 'a'): HTMLAnchorElement | null =>
  findTarget(event, selector) as HTMLAnchorElement | null;

export const parsePage = (text: string): Document => new DOMParser().parseFromString(text, 'text/html');

/** Whether it keeps a message that waits for the next page: all but forms do, whose answer it may be. */
type PageRequest = RequestInit & Readonly<{ keepsMessage?: boolean }>;

/** Requests a page as it is shown to this user; a signed-out user gets 401 instead of a redirect. What a script asks for in between does not use up the message for the page after a form. */
export const fetchPage = (address: string, { keepsMessage = true, ...options }: PageRequest = {}): Promise<Response> =>
  fetch(address, {
    ...options,
    headers: { accept: 'text/html', prefer: `status=401${keepsMessage ? ', flash=keep' : ''}` },
  });

/** An answer with its page; null where it did not arrive, or broke off. */
async function requestPage(
  address: string,
  options?: PageRequest,
): Promise<Readonly<{ answer: Response; page: Document }> | null> {
  try {
    const answer = await fetchPage(address, options);
    return { answer, page: parsePage(await answer.text()) };
  } catch {
    return null;
  }
}

/** Sends a form: the page that answers it, with what it says. That takes the place of the message that this page came with. */
export async function postForm(address: string, body: URLSearchParams): ReturnType<typeof requestPage> {
  const result = await requestPage(address, { method: 'POST', body, keepsMessage: false });
  findElement('body > .flash')?.remove();
  return result;
}

/** The page, or null where there is none: it failed, or was rejected. */
export async function loadPage(address: string): Promise<Document | null> {
  const found = await requestPage(address);
  return found?.answer.ok === true ? found.page : null;
}

export const toFormBody = (form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form, submitter)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  );

/** Through the sign-in to an address of the service; back here where none is named. */
export const toSignInUrl = (resume = location.pathname + location.search): string =>
  `/login?resume=${encodeURIComponent(resume)}`;

export function createLink(href: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, textContent: text });
}
