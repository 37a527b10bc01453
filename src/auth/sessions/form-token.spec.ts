import { newToken } from '../token.js';
import { browserToken, formToken, isFormToken } from './form-token.js';

const SECRET = 'a secret key that is long enough';

describe('form token', () => {
  const cookie = newToken('session');
  const own = { cookie, customerId: null };

  it('fits the cookie that it was made for, and no other', () => {
    expect(isFormToken(formToken(own, SECRET), own, SECRET)).toBe(true);
    expect(isFormToken(formToken(own, SECRET), { ...own, cookie: newToken('session') }, SECRET)).toBe(false);
    expect(isFormToken(formToken(own, 'another secret key'), own, SECRET)).toBe(false);
    expect(formToken(own, SECRET)).not.toContain(cookie);
  });

  it('fits the name in which it was opened: the administrator’s own, or that of one customer', () => {
    const forms = [own, { cookie, customerId: 7 }, { cookie, customerId: 8 }];
    const fits = forms.map((opened) => forms.map((sent) => isFormToken(formToken(opened, SECRET), sent, SECRET)));

    expect(fits).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it.each([undefined, null, '', 'x', 42, ['x'], 'A'.repeat(43)])('is not %j', (offered) => {
    expect(isFormToken(offered, own, SECRET)).toBe(false);
  });

  it('fits no cookie that is none of ours, whatever it was made for', () => {
    for (const strange of ['', 'x', newToken('access')])
      expect(
        isFormToken(
          formToken({ cookie: strange, customerId: null }, SECRET),
          { cookie: strange, customerId: null },
          SECRET,
        ),
      ).toBe(false);
    expect(
      isFormToken(formToken({ cookie: '', customerId: null }, SECRET), { cookie: null, customerId: null }, SECRET),
    ).toBe(false);
  });

  it('keeps the cookie that a browser has, and gives one that has none', () => {
    expect(browserToken(cookie)).toBe(cookie);
    expect(browserToken(null)).toMatch(/^kst_[\w-]{43}$/);
    expect(browserToken('planted')).not.toBe('planted');
  });
});
