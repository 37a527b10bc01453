import type { TestApp } from './test-app.js';
import { people, type Person } from './people.js';
import { basic, passwordForm, postToken } from './token-endpoint.js';
import { type BrowserClient, openBrowserClient } from './browser-client.js';

/** A key as a program lists it. */
export type ListedClient = Readonly<{
  client_id: string;
  name: string;
  secret: string;
  redirect_uris?: string[];
  post_logout_redirect_uris?: string[];
  grant_types?: string[];
  token_endpoint_auth_method?: string;
  previous_secret_expires_at?: string;
}>;

type Fields = Readonly<Record<string, string>>;

/** What a user does on the pages of their keys, and what a program then finds. */
export function keyPages(testApp: TestApp) {
  /** A user of this name, signed in. */
  const enter = async (name: string): Promise<Readonly<{ person: Person; browser: BrowserClient }>> => {
    const person = await people.named(testApp, name);
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return { person, browser };
  };
  const keysOf = async ({ token }: Person): Promise<ListedClient[]> =>
    (await testApp.request('GET', '/oauth/client', { as: token })).json();
  const named = async (person: Person, name: string): Promise<ListedClient> => {
    const key = (await keysOf(person)).find((listed) => listed.name === name);
    if (!key) throw new Error(`no key ${name}`);
    return key;
  };
  /** Sends a form with the proof that the pages before it carry. */
  const send = async (browser: BrowserClient, url: string, fields: Fields = {}) =>
    browser.post(url, { form_token: readPasswordProof(await browser.get('/profile/new-key')), ...fields });
  const request = (browser: BrowserClient, fields: Fields = {}) =>
    send(browser, '/profile/keys', { name: 'New', kind: 'server', ...fields });
  /** The status with which a password grant is answered. */
  const signInWith = async (person: Person, { client_id: clientId }: Pick<ListedClient, 'client_id'>, secret: string) =>
    (await postToken(testApp, { form: passwordForm(person), authorization: basic({ clientId, clientSecret: secret }) }))
      .statusCode;

  return { enter, keysOf, named, send, request, signInWith };
}

export function readPasswordProof(page: Readonly<{ body: string }>): string {
  return /name="form_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** What a reader sees of a piece of markup. */
export function readableSecrets(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
