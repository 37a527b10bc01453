import { createToken } from '../tokens/token.js';
import { reuseOrCreateSessionToken, createFormToken, verifyFormToken } from './form-token.js';
import { describeBrowser } from './browser-description.js';

describe('describeBrowser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.14.1', 'curl'],
    ['Something (Linux)', 'A browser on Linux'],
    ['<script>alert(1)</script>', 'An unknown browser'],
    ['', 'An unknown browser'],
  ])('%s is %s', (userAgent, description) => {
    expect(describeBrowser(userAgent)).toBe(description);
  });
});

const SECRET = 'a secret key that is long enough';

describe('form token', () => {
  const cookie = createToken('session');
  const own = { cookie, customerId: null };

  it('matches its own cookie only', () => {
    expect(verifyFormToken(createFormToken(own, SECRET), own, SECRET)).toBe(true);
    expect(verifyFormToken(createFormToken(own, SECRET), { ...own, cookie: createToken('session') }, SECRET)).toBe(
      false,
    );
    expect(verifyFormToken(createFormToken(own, 'another secret key'), own, SECRET)).toBe(false);
    expect(createFormToken(own, SECRET)).not.toContain(cookie);
  });

  it('matches the name under which the page was opened: the administrator or one customer', () => {
    const forms = [own, { cookie, customerId: 7 }, { cookie, customerId: 8 }];
    const validity = forms.map((opened) =>
      forms.map((sent) => verifyFormToken(createFormToken(opened, SECRET), sent, SECRET)),
    );

    expect(validity).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it.each([undefined, null, '', 'x', 42, ['x'], 'A'.repeat(43)])('does not match %j', (offered) => {
    expect(verifyFormToken(offered, own, SECRET)).toBe(false);
  });

  it('does not match a cookie of another service', () => {
    for (const foreignCookie of ['', 'x', createToken('access')])
      expect(
        verifyFormToken(
          createFormToken({ cookie: foreignCookie, customerId: null }, SECRET),
          { cookie: foreignCookie, customerId: null },
          SECRET,
        ),
      ).toBe(false);
    expect(
      verifyFormToken(
        createFormToken({ cookie: '', customerId: null }, SECRET),
        { cookie: null, customerId: null },
        SECRET,
      ),
    ).toBe(false);
  });

  it('keeps a valid cookie, and creates one otherwise', () => {
    expect(reuseOrCreateSessionToken(cookie)).toBe(cookie);
    expect(reuseOrCreateSessionToken(null)).toMatch(/^kst_[\w-]{43}$/);
    expect(reuseOrCreateSessionToken('planted')).not.toBe('planted');
  });
});
