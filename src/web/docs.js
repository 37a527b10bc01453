/*
 * Try-it on the page of an endpoint. The page is complete without it: this only turns the form into a request from this
 * browser, shows what came back, and keeps the equivalent command up to date. Secrets stay in this tab's session storage.
 */
import { keepTyped, readTypedSecret } from './typed-secrets.js';

const section = document.querySelector('#try');
const form = section.querySelector('form');
const outcome = section.querySelector('.outcome');
const command = section.querySelector('.command');
const { method, path, access, base, before, body: bodyType } = form.dataset;
const isForm = bodyType === 'application/x-www-form-urlencoded';
const kept = ['token', 'client_id', 'client_secret'];

const field = (name) => form.elements.namedItem(name);
const valueOf = (name) => field(name)?.value ?? '';

function parameters(place) {
  return [...form.querySelectorAll(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]);
}

/** A parameter whose hint says that it is a list may carry several values. */
function query() {
  const pairs = parameters('query').flatMap(([name, value]) => {
    const isList = document.getElementById(`try-query-${name}-hint`).textContent.includes('separated by commas');
    return (isList ? value.split(',') : [value]).map((one) => [name, one.trim()]);
  });
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function address() {
  const values = Object.fromEntries(parameters('path'));
  return (
    path.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? encodeURIComponent(values[name]) : whole)) + query()
  );
}

function formFields() {
  const lines = valueOf('body')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
  });
}

/** btoa knows Latin letters only; a secret may hold any. */
function basic(id, secret) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${secret}`)));
}

function headers() {
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

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Secrets are never written into the command; it names the shell's variables. */
function toCommand() {
  const who =
    {
      bearer: ['-H "Authorization: Bearer $TOKEN"'],
      client: ['-u "$CLIENT_ID:$CLIENT_SECRET"'],
      session: ['-b "session=$SESSION"'],
    }[access] ?? [];
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

function refresh() {
  command.textContent = toCommand();
  for (const name of kept) if (field(name)) keepTyped(name, field(name).value);
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function formatBody(text, type) {
  try {
    return type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    return text;
  }
}

function show(response, text, milliseconds) {
  const title = element('h3', `${response.status} ${response.statusText}`);
  const facts = element('p', `${milliseconds.toFixed(0)} ms, ${new TextEncoder().encode(text).length} bytes`);
  const list = element('pre', [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'), {
    tabindex: '0',
    'aria-label': 'Headers',
  });
  const body = element(
    'pre',
    text === '' ? '(no body)' : formatBody(text, response.headers.get('content-type') ?? ''),
    { tabindex: '0', 'aria-label': 'Body' },
  );
  outcome.replaceChildren(title, facts, body, element('h4', 'Headers'), list);
}

async function send() {
  const started = performance.now();
  const payload = isForm ? new URLSearchParams(formFields()).toString() : valueOf('body');
  const request = {
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
      element('h3', 'A redirect'),
      element(
        'p',
        'The endpoint sends its caller elsewhere, and a browser does not tell a script where to. The command above shows it.',
      ),
    );
    return;
  }
  show(response, await response.text(), performance.now() - started);
}

form.addEventListener('input', refresh);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = form.querySelector('[type="submit"]');
  button.disabled = true;
  outcome.replaceChildren(element('p', 'Waiting for the answer …'));
  send()
    .catch((error) =>
      outcome.replaceChildren(
        element('h3', 'No answer'),
        element('p', `The request failed before an answer came: ${error.message}`),
      ),
    )
    .finally(() => {
      button.disabled = false;
    });
});

/** The reader's own session gets a token, by a form like any other; it is read in the page that is the answer, and stands in the field alone. */
const ownToken = document.querySelector('.own-token');
ownToken?.addEventListener('submit', (event) => {
  if (!field('token')) return;
  event.preventDefault();
  const [button, status] = ownToken.querySelectorAll('button, [role="status"]');
  button.disabled = true;
  fetch(ownToken.action, {
    method: 'POST',
    headers: { accept: 'text/html', prefer: 'status=401' },
    body: new URLSearchParams(new FormData(ownToken)),
  })
    .then(
      async (answer) =>
        new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#token')?.textContent,
    )
    .then((token) => {
      if (token) field('token').value = token;
      status.textContent = token
        ? 'The token stands in the form below. It is good for ten minutes, and ends when you sign out.'
        : 'No token was given. Load this page again, and sign in if it asks you to.';
      refresh();
    })
    .catch(() => {
      status.textContent = 'The service could not be reached. Try again.';
    })
    .finally(() => {
      button.disabled = false;
    });
});

for (const name of kept) if (field(name)) field(name).value = readTypedSecret(name);
refresh();
// The form shows the same command, and keeps it up to date.
document.querySelector('#request').hidden = true;
section.hidden = false;
