import { addDevice, DEVICE_SECONDS, verifyDevice, parseDevices } from './device-cookie.js';

const secrets = { passwordHash: 'a hash', secretKey: 'k'.repeat(32) };
const NOW = 1_800_000_000;

const issue = (userId: number, cookie: string | null = null) => addDevice(cookie, { userId, nowSeconds: NOW }, secrets);
const verifyCookie = (cookie: string, more: Partial<typeof secrets> = {}, nowSeconds = NOW) =>
  parseDevices(cookie).map((device) => verifyDevice(device, { ...secrets, ...more }, nowSeconds));

describe('device cookie', () => {
  it('names the user, and verifies for its password and key only', () => {
    const cookie = issue(7);

    expect(parseDevices(cookie)).toEqual([expect.objectContaining({ userId: 7, issuedSeconds: NOW })]);
    expect(verifyCookie(cookie)).toEqual([true]);
    expect(verifyCookie(cookie, { passwordHash: 'another hash' })).toEqual([false]);
    expect(verifyCookie(cookie, { secretKey: 'x'.repeat(32) })).toEqual([false]);
  });

  it.each([
    ['another user', (cookie: string) => cookie.replace(/^7/, '8')],
    ['another device', (cookie: string) => cookie.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`)],
    ['a later date', (cookie: string) => cookie.replace(String(NOW), String(NOW + 1))],
    ['another seal', (cookie: string) => cookie.replace(/[\w-]{43}$/, 'A'.repeat(43))],
  ])('is not genuine when it is changed to name %s', (_what, change) => {
    expect(verifyCookie(change(issue(7)))).toEqual([false]);
  });

  it.each([null, '', 'x', '7.a.b.c', `0.${'A'.repeat(22)}.1.${'A'.repeat(43)}`])('names no user for %j', (cookie) => {
    expect(parseDevices(cookie)).toEqual([]);
  });

  it('expires after 180 days', () => {
    const cookie = issue(7);

    expect(verifyCookie(cookie, {}, NOW + DEVICE_SECONDS - 1)).toEqual([true]);
    expect(verifyCookie(cookie, {}, NOW + DEVICE_SECONDS)).toEqual([false]);
  });

  it('keeps the id of a known browser, and creates one otherwise', () => {
    const [first] = parseDevices(issue(7));

    expect(parseDevices(addDevice(issue(7), { userId: 7, nowSeconds: NOW }, secrets))[0]?.id).not.toBe(first?.id);
    const cookie = issue(7);
    expect(parseDevices(issue(7, cookie))[0]?.id).toBe(parseDevices(cookie)[0]?.id);
    expect(
      parseDevices(addDevice(cookie, { userId: 7, nowSeconds: NOW }, { ...secrets, passwordHash: 'another' }))[0]?.id,
    ).not.toBe(parseDevices(cookie)[0]?.id);
  });

  it('holds five users, the latest first', () => {
    const cookie = [1, 2, 3, 4, 5, 6].reduce<string | null>((former, userId) => issue(userId, former), null);

    expect(parseDevices(cookie).map(({ userId }) => userId)).toEqual([6, 5, 4, 3, 2]);
    expect(verifyCookie(cookie ?? '')).toEqual([true, true, true, true, true]);
  });
});
