import { none, page, type Row } from '../../support/page-rows.js';

const by = 'administrator';

/** What administrators alone see, and what they see of others. */
export const administration: readonly Row[] = [
  page('GET /administration', '/administration', '/administration?nothing=known', { by }),
  page('GET /administration/health', '/administration/health', '/administration/health?nothing=known', { by, full: none('It tells the same of every market.') }),
  page('GET /administration/instruments/:id/halt', '/administration/instruments/{instrument}/halt', '/administration/instruments/2000000000/halt', { by, full: none('It asks one question.') }),
  page('GET /administration/instruments/:id/resumption', '/administration/instruments/{instrument}/resumption', '/administration/instruments/2000000000/resumption', { by, full: none('It asks one question.') }),
  page('GET /users', '/users', '/users?per_page=0', { by, empty: '/users?q=nobody+at+all' }),
  page('GET /users', '/users', '/users', { when: 'by a trader', empty: none('They are refused.'), typical: none('They are refused.'), full: none('They are refused.') }),
  page('GET /users/:id', '/users/{user}', '/users/2000000000', { by }),
  page('GET /audit', '/audit', '/audit?until=tomorrow', { by, empty: '/audit?until=2000-01-01T00:00:00Z' }),
  page('GET /audit', '/audit', '/audit?action=nothing', { when: 'by a trader', empty: '/audit?until=2000-01-01T00:00:00Z' }),
  page('GET /productgroups', '/productgroups', '/productgroups?cursor=nonsense', { by }),
  page('GET /productgroups/:id', '/productgroups/{group}', '/productgroups/2000000000', { by }),
  page('GET /products', '/products', '/products?cursor=nonsense', { by }),
  page('GET /products/:id', '/products/{product}', '/products/2000000000', { by }),
  page('GET /instruments', '/instruments', '/instruments?cursor=nonsense', { by }),
  page('GET /instruments/:id', '/instruments/{instrument}', '/instruments/2000000000', { by }),
  page('GET /accounts', '/accounts', '/accounts?owner_id=x', { when: 'by an administrator', by }),
  page('GET /accounts/:acct_id', '/accounts/{account}', '/accounts/2000000000', { when: 'by an administrator', by }),
  page('GET /accounts/:acct_id', '/accounts/{account}', '/accounts/2000000000', { when: 'by an administrator who acts', by: 'acting', full: none('The customer sees the same.') }),
  page('GET /accounts/:acct_id/grants', '/accounts/{account}/grants', '/accounts/2000000000/grants', { by }),
];
