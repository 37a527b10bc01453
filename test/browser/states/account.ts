import { none, page, type Row } from '../../support/page-rows.js';
import { mustChange } from '../../support/page-fixture.js';

const form = 'It is a form: there is nothing to be full of.';
const confirmed = 'The page is read as ever; its form is answered with the question for the password.';

/** How people come in, and what is theirs. */
export const account: readonly Row[] = [
  page('GET /login', '/login', '/login?resume=https://elsewhere.example', {
    by: 'anonymous',
    typical: '/login?resume=%2Forders',
    full: none(form),
  }),
  {
    endpoint: 'GET /login',
    when: 'with a password that must be changed',
    by: 'new user',
    empty: none(form),
    typical: { from: '/login', to: '/login', fields: { username: mustChange.email, password: mustChange.password } },
    full: none(form),
    error: none('It is shown again, with a sentence.'),
  },
  page(
    'GET /sign-up',
    '/sign-up',
    { from: '/sign-up', to: '/sign-up', fields: { first_name: '', last_name: ' ', email: 'nobody', password: '' } },
    { by: 'anonymous', full: none(form) },
  ),
  page('GET /profile', '/profile', '/profile?nothing=known'),
  page('GET /profile/access', '/profile/access', '/profile/access?nothing=known'),
  page(
    'GET /profile/details',
    '/profile/details',
    { from: '/profile/details', to: '/profile/details', fields: { email: 'nobody', first_name: '', last_name: '' } },
    { full: none(form) },
  ),
  page(
    'GET /profile/password',
    '/profile/password',
    {
      from: '/profile/password',
      to: '/profile/password',
      fields: { current_password: 'wrong', new_password: 'quite long enough' },
    },
    { full: none(form) },
  ),
  page(
    'GET /profile/new-key',
    '/profile/new-key',
    {
      from: '/profile/new-key',
      to: '/profile/keys',
      fields: { name: '', kind: 'server', redirect_uris: 'nowhere\nftp://elsewhere' },
    },
    { full: none(form) },
  ),
  {
    endpoint: 'GET /profile/new-key',
    when: 'a while after the sign-in',
    by: 'returning',
    empty: none(confirmed),
    typical: none(confirmed),
    full: none(confirmed),
    error: {
      from: '/profile/new-key',
      to: '/profile/keys',
      fields: { name: 'A robot', kind: 'server', redirect_uris: 'https://one.example/' },
    },
  },
  page('GET /profile/keys/:client_id', '/profile/keys/{key}', {
    from: '/profile/keys/{key}',
    to: '/profile/keys/{key}',
    fields: { name: '', redirect_uris: 'nowhere' },
  }),
  page(
    'GET /profile/keys/:client_id/removal',
    '/profile/keys/{key}/removal',
    '/profile/keys/aKeyThatNobodyHas000/removal',
    { full: none('It asks one question.') },
  ),
  page(
    'GET /profile/keys/:client_id/requests',
    '/profile/keys/{key}/requests',
    '/profile/keys/aKeyThatNobodyHas000/requests',
  ),
  page(
    'GET /oauth/client/:client_id/requests',
    '/oauth/client/{key}/requests',
    '/oauth/client/{key}/requests?per_page=0',
  ),
  page('GET /users/me', '/users/me', '/users/me?nothing=known'),
  page('GET /oauth/client', '/oauth/client', '/oauth/client?nothing=known'),
  {
    endpoint: 'GET /oauth/authorize',
    by: 'trader',
    empty: none('Without an application nobody is asked.'),
    typical:
      '/oauth/authorize?client_id={application}&response_type=code&redirect_uri=https%3A%2F%2Fapp.example.test%2Fcallback&scope=openid&state=s',
    full: none('It asks one question.'),
    error:
      '/oauth/authorize?client_id={application}&response_type=code&redirect_uri=https%3A%2F%2Felsewhere.example.test%2Fcallback',
  },
  {
    ...page(
      'GET /oauth/authorize',
      '/oauth/authorize?client_id={application}&response_type=code&redirect_uri=https%3A%2F%2Fapp.example.test%2Fcallback&scope=openid',
      '/oauth/authorize',
    ),
    when: 'by an anonymous caller',
    by: 'anonymous',
    empty: none('Without an application nobody is asked.'),
    full: none(form),
  },
  // Without a hint that fits, a user is asked before they are signed out.
  page(
    'GET /oauth/logout',
    '/oauth/logout?client_id={application}&id_token_hint=x',
    '/oauth/logout?client_id=aKeyThatNobodyHas000',
    { empty: none('It asks one question.'), full: none('It asks one question.') },
  ),
  page('GET /webhooks', '/webhooks', '/webhooks?nothing=known'),
  page(
    'GET /profile/webhooks/new',
    '/profile/webhooks/new',
    {
      from: '/profile/webhooks/new',
      to: '/profile/webhooks',
      fields: { client_id: '{key}', url: 'https://user:secret@example.org/', event_types: 'nothing', acct_ids: 'x' },
    },
    { full: none(form) },
  ),
  page('GET /webhooks/:id', '/webhooks/{webhook}', {
    from: '/webhooks/{webhook}',
    to: '/profile/webhooks/{webhook}',
    fields: { url: 'nowhere', description: 'Books', event_types: 'nothing' },
  }),
  page('GET /webhooks/:id/deliveries', '/webhooks/{webhook}/deliveries', '/webhooks/{webhook}/deliveries?status=Lost', {
    empty: '/webhooks/{webhook}/deliveries?status=Pending',
  }),
  page(
    'GET /webhooks/:id/deliveries/:delivery_id',
    '/webhooks/{webhook}/deliveries/{delivery}',
    '/webhooks/{webhook}/deliveries/2000000000',
    { full: none('It is one message.') },
  ),
  page(
    'GET /profile/webhooks/:id/removal',
    '/profile/webhooks/{webhook}/removal',
    '/profile/webhooks/2000000000/removal',
    { full: none('It asks one question.') },
  ),
];
