import { createHash, randomBytes } from 'node:crypto';
import type { TestApp } from './test-app.js';
import { formsOf, listMissing } from './page-forms.js';
import type { Person } from './people.js';

export { formsOf } from './page-forms.js';

type Headers = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, string>>;

/** As much of an answer as a browser needs. */
type BrowserResponse = Readonly<{
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  body: string;
}>;

/** Where a user sends requests: a test app, or whatever listens somewhere. */
type HttpClient<Response extends BrowserResponse> = Readonly<{
  request: (
    method: 'GET' | 'POST',
    url: string,
    how: Readonly<{ accept: string; headers: Headers; payload?: string }>,
  ) => Promise<Response>;
}>;

/** A user with a browser: keeps cookies as servers set them, asks for pages, and sends forms as they stand on the page. */
export function openBrowserClient<Response extends BrowserResponse>(http: HttpClient<Response>) {
  const cookies = new Map<string, Readonly<{ value: string; path: string }>>();

  const keep = (response: Response): Response => {
    for (const header of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(String(header)) ?? [];
      if (/;\s*max-age=0/i.test(rest)) cookies.delete(name);
      else cookies.set(name, { value, path: /;\s*path=([^;]*)/i.exec(rest)?.[1] ?? '/' });
    }
    return response;
  };
  const cookieHeader = (url: string): Headers => {
    const sent = [...cookies]
      .filter(([, { path }]) => url.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`);
    return sent.length > 0 ? { cookie: sent.join('; ') } : {};
  };

  const self = {
    cookies,

    get: async (url: string, headers: Headers = {}): Promise<Response> =>
      keep(await http.request('GET', url, { accept: 'text/html', headers: { ...cookieHeader(url), ...headers } })),

    post: async (url: string, fields: Fields, headers: Headers = {}): Promise<Response> =>
      keep(
        await http.request('POST', url, {
          accept: 'text/html',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...cookieHeader(url), ...headers },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),

    /** Fills in what is to be filled in, and sends the page's one form. */
    submit: (page: Response, filled: Fields = {}): Promise<Response> => {
      const [form, ...more] = formsOf(page.body);
      if (!form || more.length > 0)
        throw new TypeError(`not a page with one form: ${page.statusCode} ${page.body.slice(0, 2000)}`);
      return self.post(form.action, { ...form.fields, ...filled });
    },

    /** Sends that form of the page which leads there, unless a browser would not. `isForced` sends it nevertheless. */
    press: (page: Response, action: string, filled: Fields = {}, { isForced = false } = {}): Promise<Response> => {
      const form = formsOf(page.body).find((found) => found.action === action);
      if (!form) throw new TypeError(`no form that leads to ${action}: ${page.statusCode} ${page.body.slice(0, 2000)}`);
      const missing = isForced ? [] : listMissing(form, filled);
      if (missing.length > 0) throw new TypeError(`a browser would ask for ${missing.join(', ')}`);
      return self.post(form.action, { ...form.fields, ...filled });
    },

    /** Goes on as long as this service itself sends one on. */
    follow: async (response: Response): Promise<Response> => {
      let last = response;
      while ([302, 303].includes(last.statusCode) && String(last.headers.location).startsWith('/'))
        last = await self.get(String(last.headers.location));
      return last;
    },

    signIn: async ({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Response> =>
      self.submit(await self.get('/login'), { username: email, password }),

    /** Goes through the pages of an authorization request, whichever there are, and gives what it ends with. */
    authorize: async (url: string, person: Person): Promise<Response> => {
      let page = await self.follow(await self.get(url));
      for (let pages = 0; page.statusCode === 200 && pages < 3; pages++) {
        const [form] = formsOf(page.body);
        if (!form || form.action.includes('://')) break;
        page = await self.follow(
          await self.submit(
            page,
            form.action.endsWith('/login')
              ? { username: person.email, password: person.password }
              : { decision: 'agree' },
          ),
        );
      }
      return page;
    },
  };
  return self;
}

export type BrowserClient = ReturnType<typeof openBrowserClient<Awaited<ReturnType<TestApp['request']>>>>;

/** The address of an authorization request; what is undefined is left out. */
export function authorizeUrl(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** The answer in a redirect: where it leads, and what it carries in query or fragment. */
export function readAuthorizationResponse(response: BrowserResponse) {
  const location = String(response.headers.location);
  const [address = '', fragment] = location.split('#');
  const [base, query] = address.split('?');
  const read = (text: string | undefined): Fields =>
    Object.fromEntries(
      (text ?? '')
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => pair.split('=').map(decodeURIComponent) as [string, string]),
    );
  return { base, query: read(query), fragment: read(fragment), hasFragment: fragment !== undefined };
}

/** A proof key (RFC 7636): what is kept, and what is sent. */
export function proofKey() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
