import { type BrowserClient, openBrowserClient } from './browser-client.js';
import type { Person } from './people.js';
import type { TestApp } from './test-app.js';

export type SentCookies = Readonly<Record<string, string>>;

/** The cookies of a browser in which a user has signed in, by the service's own form but without a window: for tests of what comes after. */
export async function signedIn(testApp: TestApp, person: Pick<Person, 'email' | 'password'>): Promise<SentCookies> {
  const client = openBrowserClient(testApp);
  const { statusCode, headers } = await client.signIn(person);
  if (statusCode !== 303 || headers.location !== '/desk') throw new Error(`${person.email} met ${statusCode}`);
  return cookiesOf(client);
}

export const cookiesOf = ({ cookies }: BrowserClient): SentCookies =>
  Object.fromEntries([...cookies].map(([name, { value }]) => [name, value]));
