import { none, page, type Row } from '../../support/page-rows.js';

/** What traders look at, and what was said of their accounts. */
export const trading: readonly Row[] = [
  page('GET /desk', '/desk', '/desk?nothing=known'),
  page('GET /desk', '/desk', '/desk?nothing=known', { when: 'by an administrator who acts', by: 'acting' }),
  page('GET /accounts', '/accounts', '/accounts?cursor=nonsense'),
  page('GET /accounts/:acct_id', '/accounts/{account}', '/accounts/2000000000'),
  page(
    'GET /accounts/:acct_id/moneyvals',
    '/accounts/{account}/moneyvals',
    '/accounts/{account}/moneyvals?as_of=yesterday',
  ),
  page(
    'GET /accounts/:acct_id/statement',
    '/accounts/{account}/statement',
    '/accounts/{account}/statement?as_of=yesterday',
  ),
  page('GET /accounts/statements', '/accounts/statements', '/accounts/statements?as_of=yesterday'),
  page('GET /positions', '/positions', '/positions?acct_id=x'),
  page(
    'GET /positions',
    none('It is seen above.'),
    { from: '/positions', to: '/columns', fields: { table: 'nothing known' } },
    { when: 'with other columns' },
  ),
  page('GET /positions/close', '/positions/close', {
    from: '/positions/close',
    to: '/positions/close',
    fields: { position: 'nonsense', reference: 'x' },
  }),
  page('GET /refpositions', '/refpositions', '/refpositions?as_of=yesterday'),
  page('GET /refpositions/:id', '/refpositions/{statement}', '/refpositions/2000000000'),
  page('GET /reconciliation/breaks', '/reconciliation/breaks', '/reconciliation/breaks?status=Lost'),
  page('GET /orders', '/orders', '/orders?status=Lost'),
  page('GET /orders', '/orders?status=Open', '/orders?cursor=nonsense', { when: 'those that are open' }),
  page('GET /orders', '/orders?status=Open&sort=-quantity', '/orders?sort=quantity', { when: 'those that are sorted' }),
  page('GET /orders/:id', '/orders/{order}', '/orders/2000000000'),
  page('GET /orders/:id/history', '/orders/{order}/history', '/orders/2000000000/history'),
  page(
    'GET /orders/new',
    '/orders/new?acct_id={account}&instrument_id={instrument}',
    {
      from: '/orders/new?acct_id={account}&instrument_id={instrument}',
      to: '/orders/ticket',
      fields: {
        action_type: 'LimitOrderSub',
        acct_id: '{account}',
        instrument_id: '{instrument}',
        side: 'Buy',
        time_in_force: 'GTC',
        limit_price: '6700.13',
        quantity: 'many',
      },
    },
    { full: '/orders/new' },
  ),
  page(
    'GET /orders/new',
    {
      from: '/orders/new?acct_id={account}&instrument_id={instrument}',
      to: '/orders/ticket/preview',
      fields: { side: 'Buy', time_in_force: 'GTC', limit_price: '10', quantity: '3' },
    },
    {
      from: '/orders/new?acct_id={account}&instrument_id={instrument}',
      to: '/orders/ticket/preview',
      fields: { side: 'Buy', time_in_force: 'GTC', limit_price: 'ten', quantity: '3' },
    },
    { when: 'previewed', full: none('It is one order.') },
  ),
  page(
    'GET /orders/:id/modification',
    '/orders/{resting}/modification',
    {
      from: '/orders/{resting}/modification',
      to: '/orders/ticket',
      fields: { action_type: 'OrderModification', order_id: '{resting}', stop_price: 'many' },
    },
    { full: none('It is one order.') },
  ),
  page('GET /orders/cancellation', '/orders/cancellation', '/orders/cancellation?side=Both'),
  page('GET /fills', '/fills', '/fills?acct_id=x'),
  page('GET /orderactions', '/orderactions', '/orderactions?order_id=x'),
  page('GET /events', '/events', '/events?types=nothing'),
];
