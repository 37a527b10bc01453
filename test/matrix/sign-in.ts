import type { CallerContext } from '../support/callers.js';
import type { TestApp } from '../support/test-app.js';
import { open, type Row, withASession, type SentRequest } from '../support/matrix.js';
import { key } from '../support/matrix-objects.js';
import { formsOf } from '../support/browser-client.js';

const callback = 'http://127.0.0.1:8080/cb';
const toAuthorizeParameters = (clientId: string) => ({
  client_id: clientId,
  response_type: 'code',
  redirect_uri: callback,
  scope: 'openid',
  state: 's',
});
const toAuthorizeQuery = (clientId: string) => ({
  query: `?${new URLSearchParams(toAuthorizeParameters(clientId)).toString()}`,
});

/** Forms that this service writes for a browser; without the browser's cookie nobody wrote them. */
const withFormToken = (expected: number) =>
  open(403, { 'a session that asks for a page': expected, 'a session that asks for JSON': expected });

/** The owner of a key that names no address is led back to their own machine, and nobody else is. */
const ownerOnlyRedirect = open([401, 401, 400], {
  'a session that asks for a page': [302, 400, 400],
  'a session that asks for JSON': [302, 400, 400],
});

/** The question whether a user agrees, as the page puts it. */
async function submitConsentForm({ person, headers }: CallerContext, testApp: TestApp): Promise<SentRequest> {
  const page = await testApp.request(
    'GET',
    `/oauth/authorize${toAuthorizeQuery(person.key.clientId).query}&prompt=consent`,
    { accept: 'text/html', headers },
  );
  return { form: { resume: formsOf(page.body)[0]?.fields['resume'] ?? '', decision: 'agree' } };
}

/** A user who signs in here is a browser. A client_id stands in the address of every such request, and is no secret. */
export const signIn: readonly Row[] = [
  {
    endpoint: 'GET /oauth/authorize',
    object: key,
    statuses: ownerOnlyRedirect,
    mayTellApart: 'everybody',
    send: toAuthorizeQuery,
  },
  {
    endpoint: 'POST /oauth/authorize',
    object: key,
    statuses: ownerOnlyRedirect,
    mayTellApart: 'everybody',
    send: (clientId) => ({ form: toAuthorizeParameters(clientId) }),
  },
  {
    endpoint: 'POST /oauth/consent',
    statuses: withFormToken(303),
    send: (_object, context, testApp) => submitConsentForm(context, testApp),
  },
  { endpoint: 'GET /login', statuses: open(200) },
  {
    endpoint: 'POST /login',
    statuses: withFormToken(303),
    send: (_object, { person }) => ({ form: { username: person.email, password: person.password } }),
  },
  {
    endpoint: 'GET /oauth/logout',
    object: key,
    statuses: open([302, 302, 400]),
    mayTellApart: 'everybody',
    send: (clientId) => ({ query: `?client_id=${clientId}` }),
  },
  {
    endpoint: 'POST /oauth/logout',
    object: key,
    statuses: open(303),
    mayTellApart: 'everybody',
    send: (clientId) => ({ form: { client_id: clientId } }),
  },
  { endpoint: 'POST /acting', statuses: withASession(403), send: () => ({ form: { customer_id: '1' } }) },
  { endpoint: 'POST /acting/end', statuses: withASession(303) },
  { endpoint: 'POST /logout', statuses: withFormToken(303), send: () => ({ form: {} }) },
];
