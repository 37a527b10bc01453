import { isSentWithoutCookie, isCrossSite } from './fetch-site.js';

describe('isCrossSite and isSentWithoutCookie', () => {
  it.each([
    [{}, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
  ])('isForeign: %j is from a foreign page: %s', (headers, expected) => {
    expect(isCrossSite(headers)).toBe(expected);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, true],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, true],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, false],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{}, false],
  ])('hidesCookie: %j comes without the cookie of its browser: %s', (headers, expected) => {
    expect(isSentWithoutCookie(headers)).toBe(expected);
  });
});
