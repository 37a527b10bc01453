/** Who may sign in at a service that is only started to be measured, and API keys for it. */
import { Connection } from './connection.js';

export const firstSignIn = {
  email: 'bench@example.test',
  password: 'correct horse battery staple',
  id: 'bench',
  secret: 'secret-of-the-bench',
} as const;

/** The environment of such a service: nobody is asked to slow down. */
export const unhindered = {
  BOOTSTRAP_ADMIN_EMAIL: firstSignIn.email,
  BOOTSTRAP_ADMIN_PASSWORD: firstSignIn.password,
  BOOTSTRAP_CLIENT_ID: firstSignIn.id,
  BOOTSTRAP_CLIENT_SECRET: firstSignIn.secret,
  RATE_LIMIT_KEY: '1000000',
  RATE_LIMIT_USER: '1000000',
  OAUTH_REQUESTS_PER_SECOND: '100000',
} as const;

export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

export const passwordForm = {
  grant_type: 'password',
  username: firstSignIn.email,
  password: firstSignIn.password,
} as const;

/** An access token of the first user. */
export async function signIn(
  url: string,
  key = basic(firstSignIn.id, firstSignIn.secret),
): Promise<Record<string, string>> {
  const connection = await Connection.to(url);
  const { status, body } = await connection.postForm('/oauth/token', passwordForm, key);
  connection.close();
  if (status !== 200) throw new Error(`The sign-in was answered ${status}: ${body}`);
  return JSON.parse(body) as Record<string, string>;
}

/** A further key of the first user, for these grants. */
export async function newKey(url: string, grants: readonly string[]): Promise<ReturnType<typeof basic>> {
  const headers = {
    authorization: `Bearer ${(await signIn(url))['access_token'] ?? ''}`,
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const answer = await fetch(`${url}/oauth/client`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Bench', grant_types: grants }),
  });
  const { client_id: id = '', secret = '' } = (await answer.json()) as Record<string, string>;
  return basic(id, secret);
}
