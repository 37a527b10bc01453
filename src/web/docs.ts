/*
 * Try-it on the page of an endpoint. The page is complete without it: this only turns the form into a request from this
 * browser, shows what came back, and keeps the equivalent command up to date. Secrets stay in this tab's session storage.
 */
import { keepTyped, readTypedSecret } from './kontor.js';
import { fetchPage, findField, getElement, loadPage, parsePage, toFormBody } from './page-parts.js';

type Parameter = readonly [name: string, value: string];

const section = getElement('#try');
const form = getElement('form', section) as HTMLFormElement;
const outcome = getElement('.outcome', section);
const command = getElement('.command', section);
const { method = 'GET', path = '', access = '', base = '', before, body: bodyType } = form.dataset;
const isForm = bodyType === 'application/x-www-form-urlencoded';
const kept = ['token', 'client_id', 'client_secret'];

const valueOf = (name: string): string => findField(form, name)?.value ?? '';

function parameters(place: string): Parameter[] {
  return [...form.querySelectorAll<HTMLInputElement>(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]);
}

/** A parameter whose hint says that it is a list may carry several values. */
function query(): string {
  const pairs = parameters('query').flatMap(([name, value]) => {
    const hint = document.getElementById(`try-query-${name}-hint`)?.textContent ?? '';
    return (hint.includes('separated by commas') ? value.split(',') : [value]).map((one) => [name, one.trim()]);
  });
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
}

function address(): string {
  const values = new Map(parameters('path'));
  return (
    path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values.get(name);
      return value === undefined ? whole : encodeURIComponent(value);
    }) + query()
  );
}

function formFields(): [name: string, value: string][] {
  const lines = valueOf('body')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
  });
}

/** btoa knows Latin letters only; a secret may hold any. */
function basic(id: string, secret: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${secret}`)));
}

function headers(): Record<string, string> {
  return {
    accept: 'application/json',
    ...(bodyType && { 'content-type': bodyType }),
    ...(access === 'bearer' && valueOf('token') !== '' && { authorization: `Bearer ${valueOf('token').trim()}` }),
    ...(access === 'client' &&
      valueOf('client_id') !== '' && {
        authorization: `Basic ${basic(valueOf('client_id').trim(), valueOf('client_secret').trim())}`,
      }),
    // A 303 to the welcome page would hide from this script what went wrong.
    ...(access !== 'none' && { prefer: 'status=401' }),
    ...Object.fromEntries(parameters('header').map(([name, value]) => [name.toLowerCase(), value])),
  };
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const credentialOptions: Readonly<Record<string, readonly string[]>> = {
  bearer: ['-H "Authorization: Bearer $TOKEN"'],
  client: ['-u "$CLIENT_ID:$CLIENT_SECRET"'],
  session: ['-b "session=$SESSION"'],
};

/** Secrets are never written into the command; it names the shell's variables. */
function toCommand(): string {
  const who = credentialOptions[access] ?? [];
  const extra = parameters('header').map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data = isForm
    ? formFields().map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)
    : bodyType
      ? [`-H 'Content-Type: ${bodyType}'`, `-d ${quote(valueOf('body'))}`]
      : [];
  const preference = access === 'none' ? [] : ["-H 'Prefer: status=401'"];
  const call = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(base + address())}`,
    "-H 'Accept: application/json'",
    ...preference,
    ...who,
    ...extra,
    ...data,
  ].join(' \\\n  ');
  return before === undefined ? call : `${before}\n${call}`;
}

function refresh(): void {
  command.textContent = toCommand();
  for (const name of kept) if (findField(form, name)) keepTyped(name, valueOf(name));
}

function createElement(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function formatBody(text: string, type: string): string {
  try {
    return type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    return text;
  }
}

function show(response: Response, text: string, milliseconds: number): void {
  const title = createElement('h3', `${response.status} ${response.statusText}`);
  const facts = createElement('p', `${milliseconds.toFixed(0)} ms, ${new TextEncoder().encode(text).length} bytes`);
  const list = createElement('pre', [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'), {
    tabindex: '0',
    'aria-label': 'Headers',
  });
  const body = createElement(
    'pre',
    text === '' ? '(no body)' : formatBody(text, response.headers.get('content-type') ?? ''),
    { tabindex: '0', 'aria-label': 'Body' },
  );
  outcome.replaceChildren(title, facts, body, createElement('h4', 'Headers'), list);
}

async function send(): Promise<void> {
  const started = performance.now();
  const payload = isForm ? new URLSearchParams(formFields()).toString() : valueOf('body');
  const request: RequestInit = {
    method,
    headers: headers(),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    ...(bodyType && { body: payload }),
  };
  const response = await fetch(address(), request);
  if (response.type === 'opaqueredirect') {
    outcome.replaceChildren(
      createElement('h3', 'A redirect'),
      createElement(
        'p',
        'The endpoint sends its caller elsewhere, and a browser does not tell a script where to. The command below shows it.',
      ),
    );
    return;
  }
  show(response, await response.text(), performance.now() - started);
}

form.addEventListener('input', refresh);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  outcome.replaceChildren(createElement('p', 'Waiting for the answer …'));
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
  void whileDisabled(button, () => send().catch(showFailure)).then(() => {
    outcome.focus({ preventScroll: true });
    outcome.scrollIntoView({ block: 'nearest' });
  });
});

function showFailure(error: unknown): void {
  outcome.replaceChildren(
    createElement('h3', 'No answer'),
    createElement('p', `The request failed before an answer came: ${error instanceof Error ? error.message : ''}`),
  );
}

async function whileDisabled(button: HTMLButtonElement | null, run: () => Promise<void>): Promise<void> {
  if (button) button.disabled = true;
  await run();
  if (button) button.disabled = false;
}

/**
 * The reader's own session gets a token, by a form like any other; it is read in the page that is the answer, and stands in the field alone.
 * Without a key, the form creates one first. Where that needs the password, the browser shows the page that asks for it.
 */
const ownToken = document.querySelector<HTMLFormElement>('.own-token');
ownToken?.addEventListener('submit', (event) => {
  if (!findField(form, 'token')) return;
  event.preventDefault();
  void whileDisabled(ownToken.querySelector('button'), () =>
    requestOwnToken(ownToken).catch(() => {
      showTokenStatus(ownToken, 'The service could not be reached. Try again.');
    }),
  );
});

function showTokenStatus(tokenForm: HTMLFormElement, text: string): void {
  getElement('[role="status"]', tokenForm).textContent = text;
}

async function requestOwnToken(tokenForm: HTMLFormElement): Promise<void> {
  if (isTokenForm(tokenForm) || (await createKey(tokenForm))) await fillOwnToken(tokenForm);
}

const isTokenForm = ({ action }: HTMLFormElement): boolean => action.endsWith('/token');

/** Afterwards the form is that of this page when it is loaded again: it asks for a token of the key. */
async function createKey(keyForm: HTMLFormElement): Promise<boolean> {
  const answer = await fetchPage(keyForm.action, { method: 'POST', body: toFormBody(keyForm), keepsMessage: false });
  if (!answer.ok) {
    keyForm.submit();
    return false;
  }
  const tokenForm = (await loadPage(location.href))?.querySelector<HTMLFormElement>('.own-token');
  if (!tokenForm) throw new Error('The page has no form for a token');
  keyForm.action = tokenForm.action;
  keyForm.replaceChildren(...tokenForm.children);
  return true;
}

async function fillOwnToken(tokenForm: HTMLFormElement): Promise<void> {
  const answer = await fetchPage(tokenForm.action, { method: 'POST', body: toFormBody(tokenForm) });
  const token = parsePage(await answer.text()).querySelector('#token')?.textContent;
  const field = findField(form, 'token');
  if (token && field) field.value = token;
  showTokenStatus(
    tokenForm,
    token
      ? 'The token stands in the field below. It is good for ten minutes, and ends when you sign out.'
      : 'No token was given. Load this page again, and sign in if it asks you to.',
  );
  refresh();
}

for (const name of kept) {
  const field = findField(form, name);
  if (field) field.value = readTypedSecret(name);
}
refresh();
if (ownToken && findField(form, 'token')) section.insertBefore(ownToken, form);
section.hidden = false;
