import fc from 'fast-check';
import {
  isNativeUri,
  isOwnMachine,
  isRegisteredUri,
  findRedirectUriFault,
  findRegistrationFault,
} from './redirect-uri.js';

const REGISTERED = [
  'https://app.example/cb',
  'https://app.example/cb?a=1',
  'http://127.0.0.1/cb',
  'http://[::1]/cb?x',
  'http://127.0.0.1:7000/fixed',
  'com.example.app:/cb',
];

describe('redirect URI', () => {
  it.each([
    'https://app.example/cb',
    'https://app.example',
    'http://localhost:3000/',
    'http://127.0.0.1/cb',
    'http://[::1]/cb',
    'com.example.app:/callback',
    'https://app.example/cb?a=1&b=%20',
  ])('can be registered: %s', (uri) => {
    expect(findRedirectUriFault(uri)).toBeNull();
  });

  it.each([
    ['A04', 'https://app.example/cb#'],
    ['A04', 'https://app.example/cb#x'],
    ['A05', 'javascript:alert(1)'],
    ['A05', 'JavaScript:alert(1)'],
    ['A05', 'data:text/html,x'],
    ['A05', 'file:///etc/passwd'],
    ['A05', 'vbscript:x'],
    ['A05', 'blob:https://app.example/1'],
    ['A05', 'about:blank'],
    ['A05', 'app:/no-dot'],
    ['A02', 'https://user@app.example/'],
    ['A02', 'https://user:pw@app.example/'],
    ['A02', 'https:app.example'],
    ['A02', 'https:///app.example'],
    ['A02', 'https://'],
    ['A02', '//app.example/cb'],
    ['A02', '/cb'],
    ['A02', ''],
    ['A02', 'https://äpp.example/'],
    ['A02', 'https://app.example/\r\nx'],
    ['A02', 'https://app.example/ x'],
    ['A02', 'https://app.example\\x'],
    ['A02', ' https://app.example/'],
    ['A02', `https://app.example/${'x'.repeat(2000)}`],
  ])('%s: cannot be registered, with a reason: %s', (_id, uri) => {
    expect(findRedirectUriFault(uri)).toMatch(/^must /);
  });

  it('matches exactly, and no change of one character matches', () => {
    const change = fc.record({
      uri: fc.constantFrom(...REGISTERED),
      at: fc.nat(60),
      character: fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 2 }),
    });
    fc.assert(
      fc.property(change, ({ uri, at, character }) => {
        const changed = `${uri.slice(0, at)}${character}${uri.slice(at + 1)}`;
        // Loopback addresses match any port; that is the next test.
        fc.pre(!REGISTERED.includes(changed) && !/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d/.test(changed));
        return !isRegisteredUri(changed, REGISTERED) && isRegisteredUri(uri, REGISTERED);
      }),
    );
  });

  it('matches any port of a loopback address registered without a port', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (port) => {
        const isPort = port <= 65_535;
        return (
          isRegisteredUri(`http://127.0.0.1:${port}/cb`, REGISTERED) === isPort &&
          isRegisteredUri(`http://[::1]:${port}/cb?x`, REGISTERED) === isPort &&
          isRegisteredUri(`http://127.0.0.1:${port}/fixed`, REGISTERED) === (port === 7000) &&
          !isRegisteredUri(`http://localhost:${port}/cb`, REGISTERED) &&
          !isRegisteredUri(`https://127.0.0.1:${port}/cb`, REGISTERED) &&
          !isRegisteredUri(`https://app.example:${port}/cb`, REGISTERED)
        );
      }),
    );
  });

  it.each([
    ['http://localhost:3000/cb', true],
    ['http://127.0.0.1:1/', true],
    ['https://[::1]:8443/x?y=z', true],
    ['http://localhost', true],
    ['http://localhost.evil.example/', false],
    ['http://localhost@evil.example/', false],
    ['http://localhost:3000@evil.example/', false],
    ['http://127.0.0.1.evil.example/', false],
    ['http://localhost:3000/#x', false],
    ['ftp://localhost/', false],
  ])('%s is on one’s own machine: %s', (uri, expected) => {
    expect(isOwnMachine(uri)).toBe(expected);
  });

  it.each([
    ['http://app.example/cb', /^must use https/, null],
    ['http://localhost.evil.example/cb', /^must use https/, null],
    ['http://127.0.0.2/cb', /^must use https/, null],
    ['http://127.0.0.1/cb', null, null],
    ['http://[::1]:7000/cb', null, null],
    ['http://localhost:3000/cb', null, null],
    ['https://app.example/cb', null, null],
    ['com.example.app:/cb', null, null],
    ['https://*.app.example/cb', /wildcard/, /wildcard/],
    ['https://app.example/*', /wildcard/, /wildcard/],
    ['javascript:alert(1)', /scheme/, /scheme/],
  ])('%s is registered in production: %s, and where plain HTTP is allowed: %s', (uri, production, sandbox) => {
    const fault = (allowsPlainHttp: boolean) => findRegistrationFault(uri, { allowsPlainHttp });
    for (const [found, expected] of [
      [fault(false), production],
      [fault(true), sandbox],
    ] as const) {
      if (expected === null) expect(found).toBeNull();
      else expect(found).toMatch(expected);
    }
  });

  it.each([
    ['http://127.0.0.1:7000/cb', true],
    ['http://localhost/cb', true],
    ['com.example.app:/cb', true],
    ['https://app.example/cb', false],
    ['http://app.example/cb', false],
  ])('%s is taken by an application on the device: %s', (uri, expected) => {
    expect(isNativeUri(uri)).toBe(expected);
  });
});
