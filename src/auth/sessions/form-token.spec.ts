import { newToken } from '../token.js';
import { browserToken, formToken, isFormToken } from './form-token.js';

const SECRET = 'a secret key that is long enough';

describe('form token', () => {
  const cookie = newToken('session');

  it('A21: fits the cookie that it was made for, and no other', () => {
    expect(isFormToken(formToken(cookie, SECRET), cookie, SECRET)).toBe(true);
    expect(isFormToken(formToken(cookie, SECRET), newToken('session'), SECRET)).toBe(false);
    expect(isFormToken(formToken(cookie, 'another secret key'), cookie, SECRET)).toBe(false);
    expect(formToken(cookie, SECRET)).not.toContain(cookie);
  });

  it.each([undefined, null, '', 'x', 42, ['x'], 'A'.repeat(43)])('A21: is not %j', (offered) => {
    expect(isFormToken(offered, cookie, SECRET)).toBe(false);
  });

  it('A21: fits no cookie that is none of ours, whatever it was made for', () => {
    for (const strange of ['', 'x', newToken('access')]) expect(isFormToken(formToken(strange, SECRET), strange, SECRET)).toBe(false);
    expect(isFormToken(formToken('', SECRET), null, SECRET)).toBe(false);
  });

  it('keeps the cookie that a browser has, and gives one that has none', () => {
    expect(browserToken(cookie)).toBe(cookie);
    expect(browserToken(null)).toMatch(/^kst_[\w-]{43}$/);
    expect(browserToken('planted')).not.toBe('planted');
  });
});
