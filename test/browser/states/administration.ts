import { none, page, type Row } from '../../support/page-rows.js';

const by = 'administrator';
const form = 'It is a form: there is nothing to be full of.';

/** What administrators alone see, and what they see of others. */
export const administration: readonly Row[] = [
  page('GET /administration', '/administration', '/administration?nothing=known', { by }),
  page('GET /administration/health', '/administration/health', '/administration/health?nothing=known', {
    by,
    full: none('It tells the same of every market.'),
  }),
  page('GET /administration/halts', '/administration/halts', '/administration/halts?nothing=known', { by }),
  page(
    'GET /administration/halts/confirmation',
    '/administration/halts/confirmation?status=Halted&product_group_id={group}',
    {
      from: '/administration/halts/confirmation?status=Halted&whole_venue=true',
      to: '/instruments/statuses/new',
      fields: { status: 'Halted', whole_venue: 'yes', status_reason: '' },
    },
    { by, full: none('It asks one question.') },
  ),
  page(
    'GET /administration/halts/confirmation',
    none('It asks about no instrument.'),
    '/administration/halts/confirmation?status=Halted&symbol=',
    { by, when: 'by symbol', empty: '/administration/halts/confirmation?status=Halted&symbol=NOWHERE' },
  ),
  page('GET /users', '/users', '/users?per_page=0', { by, empty: '/users?q=nobody+at+all' }),
  page('GET /users', '/users', '/users', {
    when: 'by a trader',
    empty: none('They are refused.'),
    typical: none('They are refused.'),
    full: none('They are refused.'),
  }),
  page(
    'GET /users/new',
    '/users/new',
    { from: '/users/new', to: '/users/new', fields: { first_name: '', last_name: '', email: 'nobody', password: 'x' } },
    { by, full: none(form) },
  ),
  page('GET /users/:id', '/users/{user}', '/users/2000000000', { by }),
  page(
    'GET /users/:id/password',
    '/users/{user}/password',
    { from: '/users/{user}/password', to: '/users/{user}/password', fields: { new_password: 'x' } },
    { by, full: none(form) },
  ),
  page('GET /audit', '/audit', '/audit?until=tomorrow', { by, empty: '/audit?until=2000-01-01T00:00:00Z' }),
  page('GET /audit', '/audit', '/audit?action=nothing', {
    when: 'by a trader',
    empty: '/audit?until=2000-01-01T00:00:00Z',
  }),
  page('GET /productgroups', '/productgroups', '/productgroups?cursor=nonsense', { by }),
  page('GET /productgroups/:id', '/productgroups/{group}', '/productgroups/2000000000', { by }),
  page('GET /products', '/products', '/products?cursor=nonsense', { by }),
  page('GET /products/:id', '/products/{product}', '/products/2000000000', { by }),
  page('GET /instruments', '/instruments', '/instruments?cursor=nonsense', { by }),
  page('GET /instruments/:id', '/instruments/{instrument}', '/instruments/2000000000', { by }),
  page(
    'GET /productgroups/new',
    '/productgroups/new',
    {
      from: '/productgroups/new',
      to: '/productgroups/new',
      fields: { symbol: '', name: '', currency: 'dollars', timezone: 'Mars', initial_margin: 'much' },
    },
    { by, full: none(form) },
  ),
  page(
    'GET /productgroups/:id/change',
    '/productgroups/{group}/change',
    {
      from: '/productgroups/{group}/change',
      to: '/productgroups/{group}/change',
      fields: { name: '', initial_margin: 'much' },
    },
    { by, full: none(form) },
  ),
  page(
    'GET /products/new',
    '/products/new?group_id={group}',
    {
      from: '/products/new?group_id={group}',
      to: '/products/new',
      fields: { symbol: '', name: '', tick_size: 'small', multiplier: '-1' },
    },
    { by, full: none(form) },
  ),
  page(
    'GET /products/:id/change',
    '/products/{product}/change',
    { from: '/products/{product}/change', to: '/products/{product}/change', fields: { name: '', tick_size: 'small' } },
    { by, full: none(form) },
  ),
  page(
    'GET /instruments/new',
    '/instruments/new?product_id={product}',
    {
      from: '/instruments/new?product_id={product}',
      to: '/instruments/new',
      fields: { symbol: '', expiration: '1999-01-01', settlement_price: 'much' },
    },
    { by, full: none(form) },
  ),
  page(
    'GET /instruments/:id/change',
    '/instruments/{instrument}/change',
    {
      from: '/instruments/{instrument}/change',
      to: '/instruments/{instrument}/change',
      fields: { settlement_price: 'much' },
    },
    { by, full: none(form) },
  ),
  page('GET /accounts', '/accounts', '/accounts?owner_id=x', {
    when: 'by an administrator',
    by,
    empty: '/accounts?q=nobody+at+all',
  }),
  page(
    'GET /accounts/:acct_id',
    '/accounts/{account}',
    {
      from: '/accounts/{account}',
      to: '/accounts/{account}/change',
      fields: { name: '', 'limits.max_position': 'many' },
    },
    { when: 'by an administrator', by },
  ),
  page('GET /accounts/:acct_id', '/accounts/{account}', '/accounts/2000000000', {
    when: 'by an administrator who acts',
    by: 'acting',
    full: none('The customer sees the same.'),
  }),
  page('GET /accounts/:acct_id/grants', '/accounts/{account}/grants', '/accounts/2000000000/grants', { by }),
  page(
    'GET /accounts/:acct_id/grants/new',
    '/accounts/{account}/grants/new',
    {
      from: '/accounts/{account}/grants/new?user_id={user}',
      to: '/accounts/{account}/grants/new',
      fields: { user_id: 'nobody', access: 'Trade' },
    },
    { by, empty: '/accounts/{account}/grants/new?q=nobody+at+all' },
  ),
  page('GET /accounts/new', '/accounts/new?q=nobody+at+all', '/accounts/new?owner_id=x', {
    when: 'for whom',
    by,
    typical: '/accounts/new',
    full: '/accounts/new',
  }),
  page(
    'GET /accounts/new',
    '/accounts/new?owner_id={user}',
    {
      from: '/accounts/new?owner_id={user}',
      to: '/accounts/new',
      fields: { owner_id: '2000000000', name: '', currency: 'dollars', time_zone: 'Mars' },
    },
    { by, full: none(form) },
  ),
  page(
    'GET /accounts/:acct_id/moneyvals',
    '/accounts/{account}/moneyvals?versions=all',
    {
      from: '/accounts/{account}/moneyvals',
      to: '/accounts/statements/money',
      fields: { cash_balance: 'much', net_liq: '', as_of: '2999-01-01' },
    },
    { when: 'by an administrator', by },
  ),
  page(
    'GET /accounts/statements/upload',
    '/accounts/statements/upload',
    {
      from: '/accounts/statements/upload?kind=money',
      to: '/accounts/statements/upload',
      fields: { kind: 'money', text: '' },
    },
    { by, full: none(form) },
  ),
  page(
    'GET /accounts/statements/uploads/:id',
    '/accounts/statements/uploads/{upload}',
    {
      from: '/accounts/statements/uploads/{upload}',
      to: '/accounts/statements/uploads/{upload}',
      fields: { basis: 'something that was never shown' },
    },
    { by },
  ),
  page(
    'GET /accounts/statements/uploads/:id',
    '/accounts/statements/uploads/{wrongUpload}',
    {
      from: '/accounts/statements/uploads/{wrongUpload}',
      to: '/accounts/statements/uploads/{wrongUpload}/lines',
      fields: { line: 'none' },
    },
    { when: 'what cannot be stated', by, empty: none('It is empty as the other is.') },
  ),
  page(
    'GET /refpositions/new',
    '/refpositions/new',
    {
      from: '/refpositions/new',
      to: '/accounts/statements/rows',
      fields: {
        acct_id: '',
        as_of: '2999-01-01',
        'row.0.instrument': 'NOTHING',
        'row.0.quantity': 'many',
        'row.0.price': '',
      },
    },
    { by },
  ),
  page(
    'GET /refpositions/new',
    {
      from: '/refpositions/new',
      to: '/accounts/statements/rows/more',
      fields: { acct_id: '', as_of: '', 'row.0.instrument': 'NOTHING' },
    },
    { from: '/refpositions/new', to: '/accounts/statements/rows/more', fields: { acct_id: '9'.repeat(21) } },
    { when: 'with more rows', by },
  ),
  page(
    'GET /reconciliation/breaks',
    '/reconciliation/breaks',
    { from: '/reconciliation/breaks', to: '/reconciliation/breaks/updates/new', fields: { assignee: 'nobody' } },
    { when: 'by an administrator', by },
  ),
  page(
    'GET /reconciliation/breaks/:id',
    '/reconciliation/breaks/{difference}',
    {
      from: '/reconciliation/breaks/{difference}',
      to: '/reconciliation/breaks/{difference}/notes/new',
      fields: { text: '' },
    },
    { by, empty: none('A break is two sides that differ.'), full: none('It is one break.') },
  ),
];
