import { none, page, type Row } from '../../support/page-rows.js';

const seen = 'It is seen with its other form.';

/** What everybody who has signed in sees of the market. */
export const market: readonly Row[] = [
  page('GET /marketdata', '/marketdata', '/marketdata?sides=Middle'),
  page(
    'GET /marketdata',
    '/marketdata?instrument_ids={instrument}&include_depth=10',
    '/marketdata?instrument_ids=2000000000',
    { when: 'the depth of one instrument' },
  ),
  page('GET /desk/:instrument_id', '/desk/{instrument}', '/desk/{instrument}?interval=2m'),
  page('GET /instruments', '/instruments', '/instruments?status=Lost', { when: 'by a trader' }),
  page('GET /instruments/:id', '/instruments/{instrument}', '/instruments/nothing', { when: 'by a trader' }),
  page('GET /desk/:instrument_id', '/desk/{instrument}', '/desk/2000000000'),
  page('GET /desk/:instrument_id', '/desk/{instrument}', '/desk/x', {
    when: 'by an administrator',
    by: 'administrator',
  }),
  page(
    'GET /desk/panels',
    '/desk/panels?back=/desk/{instrument}',
    { from: '/desk/panels', to: '/desk/panels', fields: { order: 'upside-down' } },
    { empty: none('It is a form.'), full: none('It is a form.') },
  ),
  page('GET /desk/:instrument_id/history', '/desk/{instrument}/history?interval=1d', '/desk/{instrument}/history'),
  page('GET /watchlists', '/watchlists', { from: '/watchlists', to: '/watchlists/new', fields: { name: ' ' } }),
  page('GET /watchlists', '/watchlists?instrument_id={instrument}', '/watchlists?instrument_id=x', {
    when: 'for an instrument',
  }),
  page('GET /watchlists/:id', '/watchlists/{watchlist}', {
    from: '/watchlists/{watchlist}',
    to: '/watchlists/{watchlist}/instruments',
    fields: { symbol: 'NOWHERE' },
  }),
  page(
    'GET /watchlists/:id',
    none(seen),
    { from: '/watchlists/{watchlist}', to: '/watchlists/{watchlist}/name', fields: { name: ' ' } },
    { when: 'renamed' },
  ),
  page('GET /alerts', '/alerts', {
    from: '/alerts?instrument_id={instrument}',
    to: '/alerts/new',
    fields: { kind: 'Price', side: 'Last', direction: 'Above', price: '1,000' },
  }),
  page('GET /alerts/:id', '/alerts/{alert}', '/alerts/2000000000', { full: none('It is one alert.') }),
  page('GET /trades', '/trades?instrument_id={instrument}&newest=true', '/trades?instrument_id=x'),
  page('GET /bars', '/bars?instrument_id={instrument}&interval=1m&newest=true', '/bars?interval=2m'),
];
