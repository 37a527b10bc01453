import { createToken } from '../tokens/token.js';
import { reuseOrCreateSessionToken, createFormToken, verifyFormToken } from './form-token.js';

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
