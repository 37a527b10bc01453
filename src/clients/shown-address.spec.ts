import { shownAddress } from './shown-address.js';

describe('the address of a request, as it is shown to whoever owns the key', () => {
  it.each([
    ['/orders/812', '/orders/812'],
    ['/marketdata?instrument_ids=5&instrument_ids=6&sides=Buy', '/marketdata?instrument_ids=5&instrument_ids=6&sides=Buy'],
    ['/orders?status=Open,Partial&acct_id=7&per_page=50', '/orders?status=Open,Partial&acct_id=7&per_page=50'],
    ['/oauth/authorize?client_id=Yt3bYbMr0cWd8xPnK1zQ&response_type=code&state=abc', '/oauth/authorize?client_id=Yt3bYbMr0cWd8xPnK1zQ&response_type=code&state=[redacted]'],
    ['/docs/operations/client_keys_rotate_and_a_rather_long_name', '/docs/operations/client_keys_rotate_and_a_rather_long_name'],
    ['/orders?since=2026-11-22T05:00:00.000Z', '/orders?since=2026-11-22T05:00:00.000Z'],
  ])('%s is %s', (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  it.each(['access_token', 'token', 'ticket', 'code', 'password', 'client_secret', 'pasword', 'code_verifier', 'refresh_token', 'id_token_hint', 'q', 'cursor'])('says of %s only that it was there', (name) => {
    expect(shownAddress(`/marketdata/stream?${name}=hunter2&sides=Buy`)).toBe(`/marketdata/stream?${name}=[redacted]&sides=Buy`);
  });

  it.each([
    ['a secret where a client id belongs', `/oauth/client/${'aB3'.repeat(14)}a/secret`, '/oauth/client/[redacted]/secret'],
    ['a token in the path', `/users/kat_${'x'.repeat(43)}`, '/users/[redacted]'],
    ['half a token', '/users/kat_x', '/users/[redacted]'],
    ['a token as a harmless value', `/orders?acct_id=kat_${'x'.repeat(43)}`, '/orders?acct_id=[redacted]'],
    ['a query that lost its question mark', '/oauth/token/grant_type=password&password=hunter2', '/oauth/token/grant_type=password&password=[redacted]'],
    ['percent-encoded letters', `/users/${'%6B%61'.repeat(8)}`, '/users/[redacted]'],
    ['a value without a name', '/orders?hunter2=', '/orders?[redacted]'],
    ['a name that is none', '/orders?Hunter=x&&=y', '/orders?[redacted]&[redacted]&[redacted]'],
    ['what a terminal would obey', '/orders/\u001b[2J', '/orders/%1B[2J'],
  ])('keeps no secret: %s', (_, url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  it('is never longer than its column, however long the address was', () => {
    expect(shownAddress(`/${'a/'.repeat(5000)}?${'sides=Buy&'.repeat(500)}`).length).toBeLessThanOrEqual(600);
  });
});
