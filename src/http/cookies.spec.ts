import { Cookies, readCookie, isSentWithoutCookie, isCrossSite } from './cookies.js';

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

describe('cookies', () => {
  it('are set and cleared with the same name and attributes', () => {
    const cookies = new Cookies(false);

    expect(cookies.setSession('t0ken', 60)).toBe('session=t0ken; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
    expect(cookies.clearSession()).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });

  it('have the __Host- prefix and Secure on HTTPS', () => {
    const cookies = new Cookies(true);

    expect(cookies.setSession('t0ken', 60)).toBe(
      '__Host-session=t0ken; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(cookies.clearSession()).toBe('__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
    expect(cookies.setFlash('Hi')).toContain('__Host-flash=Hi;');
  });

  it('carry a flash message unchanged', () => {
    const cookies = new Cookies(false);
    const sentence = 'Grüße; a=b, "c" \r\nSet-Cookie: x';
    const header = cookies.setFlash(sentence).split(';')[0];

    expect(header).not.toMatch(/[\r\n]/);
    expect(cookies.readFlash(header)).toBe(sentence);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['flash=', null],
    ['flash=%E0%A4%A', null],
    ['other=1; flash=a%20b; flash=c', 'a b'],
    ['xflash=1', null],
  ])('Cookie: %s holds the flash %s', (header, expected) => {
    expect(new Cookies(false).readFlash(header)).toBe(expected);
  });

  it('store a theme, and are cleared for the system theme', () => {
    const cookies = new Cookies(false);

    expect(cookies.setTheme('dark')).toBe('theme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
    expect(cookies.setTheme('system')).toContain('theme=; Max-Age=0;');
    expect(
      ['theme=dark', 'theme=light', 'theme=system', 'theme="><b>', ''].map((header) => cookies.readTheme(header)),
    ).toEqual(['dark', 'light', null, null, null]);
  });

  it('are read by exact name', () => {
    expect(readCookie('a=1; session=x=y ; b=2', 'session')).toBe('x=y');
    expect(readCookie('Session=1', 'session')).toBeNull();
  });
});
