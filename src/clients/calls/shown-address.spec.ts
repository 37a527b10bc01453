import type { ParameterDocument } from '../../openapi/openapi.js';
import { toKnownEndpoints } from './known-endpoints.js';
import { formatShownAddress } from './shown-address.js';

const parameter = (name: string, where: 'path' | 'query', schema: object) => ({
  name,
  in: where,
  description: '',
  required: false,
  schema,
});
const get = (...parameters: readonly object[]) => ({ get: { parameters } });
const described = {
  paths: {
    '/login': get(),
    '/oauth/authorize': get(
      parameter('client_id', 'query', { type: 'string' }),
      parameter('response_type', 'query', { type: 'string' }),
    ),
    '/oauth/client/{client_id}/requests': get(parameter('client_id', 'path', { type: 'string' })),
    '/orders': get(
      parameter('acct_id', 'query', { type: 'array', items: { type: 'integer' } }),
      parameter('status', 'query', { type: 'array', items: { $ref: '#/components/schemas/Status' } }),
      parameter('since', 'query', { type: 'string' }),
      parameter('symbol', 'query', { type: 'string' }),
    ),
    '/orders/{id}': get(parameter('id', 'path', { type: 'integer' })),
  },
  components: { schemas: { Status: { type: 'string', enum: ['Open', 'Partial'] } } },
} as unknown as ParameterDocument;

const endpoints = toKnownEndpoints(described);
const showAddress = (url: string, route: string | null = url.split('?')[0] ?? '', method = 'GET'): string =>
  formatShownAddress({ method, route, url }, 'own-key', endpoints);

describe('formatShownAddress', () => {
  it.each([
    ['/orders/812', '/orders/:id', '/orders/812'],
    [
      '/orders?acct_id=7&acct_id=8,9&status=Open,Partial',
      '/orders',
      '/orders?acct_id=7&acct_id=8,9&status=Open,Partial',
    ],
    ['/orders?status=Open%2CPartial', '/orders', '/orders?status=Open,Partial'],
    ['/orders?since=2026-11-22T05:00:00.000Z', '/orders', '/orders?since=2026-11-22T05:00:00.000Z'],
    ['/orders?since=2026-11-22', '/orders', '/orders?since=2026-11-22'],
    [
      '/oauth/authorize?client_id=own-key&response_type=code&state=abc',
      '/oauth/authorize',
      '/oauth/authorize?client_id=own-key&response_type=code&state=…',
    ],
    ['/oauth/client/own-key/requests', '/oauth/client/:client_id/requests', '/oauth/client/own-key/requests'],
  ])('%s at %s is whole', (url, route, address) => {
    expect(showAddress(url, route)).toBe(address);
    expect(showAddress(url, route, 'HEAD')).toBe(address);
  });

  it.each([
    ['a password behind an address', '/login/hunter6', null, '/login/…'],
    ['a password as an address', '/hunter6', null, '/…'],
    ['a password behind one', '/nowhere/hunter6?hunter6', null, '/…?…'],
    ['a query that lost its question mark', '/oauth/token/grant_type=password&password=hunter6', null, '/oauth/…'],
    ['an id that is none', '/orders/hunter6', '/orders/:id', '/orders/…'],
    ['an escaped id', '/orders/%38', '/orders/:id', '/orders/…'],
    [
      'another’s key',
      '/oauth/client/hunter6/requests',
      '/oauth/client/:client_id/requests',
      '/oauth/client/…/requests',
    ],
    ['a number that is none', '/orders?acct_id=hunter6', '/orders', '/orders?acct_id=…'],
    ['one in a list', '/orders?acct_id=7,hunter6', '/orders', '/orders?acct_id=…'],
    ['an unknown word', '/orders?status=hunter6', '/orders', '/orders?status=…'],
    ['a free text', '/orders?symbol=hunter6', '/orders', '/orders?symbol=…'],
    ['what is no moment', '/orders?since=2026-11-22hunter6', '/orders', '/orders?since=…'],
    ['a parameter that there is not', '/orders?acct_id=7&hunter=6', '/orders', '/orders?acct_id=7&…'],
    ['a secret where everybody puts one', '/orders?access_token=hunter6', '/orders', '/orders?access_token=…'],
    ['a value without a name', '/orders?hunter6', '/orders', '/orders?…'],
    ['broken escapes', '/orders?acct_id=%', '/orders', '/orders?acct_id=…'],
    ['the rest of an address', '/assets/hunter6/x', '/assets/*', '/assets/…'],
    ['an endpoint without a description', '/metrics?acct_id=7', '/metrics', '/metrics?…'],
  ])('keeps no secret: %s', (_, url, route, address) => {
    expect(showAddress(url, route)).toBe(address);
  });

  it('never exceeds its column', () => {
    expect(showAddress(`/orders?${`acct_id=${'7,'.repeat(90)}7&`.repeat(500)}`).length).toBeLessThanOrEqual(600);
  });
});
