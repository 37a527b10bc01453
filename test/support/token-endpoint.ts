import type { TestApp } from './test-app.js';
import type { Key, Person } from './people.js';

/** The Authorization header of an API key, its parts sent as they are. */
export const basic = ({ clientId, clientSecret }: Key): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** The form of a password grant. */
export const passwordForm = ({ email, password }: Person, more: Record<string, string> = {}) => ({
  grant_type: 'password',
  username: email,
  password,
  ...more,
});

/** What is sent to the token endpoint: a form, or a payload as it stands. */
export type TokenRequest = Readonly<{
  form?: Record<string, string>;
  payload?: string;
  authorization?: string | null;
  headers?: Record<string, string>;
}>;

export const postToken = (testApp: TestApp, { form = {}, payload, authorization = null, headers = {} }: TokenRequest) =>
  testApp.request('POST', '/oauth/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === null ? {} : { authorization }),
      ...headers,
    },
    payload: payload ?? new URLSearchParams(form).toString(),
  });
