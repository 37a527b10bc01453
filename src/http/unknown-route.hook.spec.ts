import { RouteTable } from './unknown-route.hook.js';

describe('route table', () => {
  const table = new RouteTable();
  table.add(['GET', 'HEAD'], '/oauth/client');
  table.add('POST', '/oauth/client');
  table.add('DELETE', '/oauth/client/:client_id');
  table.add('GET', '/orders');
  table.add('POST', '/orders/ticket');
  table.add('GET', '/orders/:id');
  table.add('POST', '/orders/:id/cancel');
  table.add('GET', '/orders/:id/:part');
  table.add('GET', '/assets/*');
  table.add('GET', '/openapi.json');
  table.add('GET', '/');

  it.each([
    ['/oauth/client', 'GET, HEAD, OPTIONS, POST'],
    ['/oauth/client/', 'GET, HEAD, OPTIONS, POST'],
    ['/oauth/client/abc', 'DELETE, OPTIONS'],
    ['/oauth/client/abc/secret', null],
    ['/oauth', null],
    ['/OAUTH/client', null],
    ['/assets/a/b.css', 'GET, OPTIONS'],
    ['/openapi.json', 'GET, OPTIONS'],
    ['/openapixjson', null],
    ['/', 'GET, OPTIONS'],
    ['/nowhere', null],
  ])('%s takes %s', (path, expected) => {
    expect(table.formatAllow(path)).toBe(expected);
  });

  it.each([
    ['/oauth/client', '/oauth/client'],
    ['/oauth/client/', '/oauth/client'],
    ['/oauth/client/abc', '/oauth/client'],
    ['/orders/7', '/orders/7'],
    ['/orders/7/cancel', '/orders/7'],
    ['/orders/ticket', '/orders'],
    ['/orders/7/fills', '/orders/7/fills'],
    ['/assets/a/b.css', '/assets/a/b.css'],
    ['/nowhere/at/all', '/'],
    ['/', '/'],
  ])('the nearest page of %s is %s', (path, expected) => {
    expect(table.findReadable(path)).toBe(expected);
  });
});
