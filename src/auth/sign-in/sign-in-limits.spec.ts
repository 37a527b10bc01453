import {
  LoginAttempts,
  toAddressCaller,
  toDeviceCaller,
  toClientCaller,
  type SignInCaller,
  SignUpLimit,
} from './sign-in-limits.js';
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

describe('SignUpLimit', () => {
  it('rejects the eleventh sign-up with one email from one address with too_many', () => {
    const limit = new SignUpLimit();
    for (let n = 0; n < 10; n++) limit.charge('ada@example.test', '192.0.2.1');

    expect(() => limit.charge('ada@example.test', '192.0.2.1')).toThrow(expect.objectContaining({ kind: 'too_many' }));
    expect(() => limit.charge('bob@example.test', '192.0.2.1')).not.toThrow();
  });

  it('does not charge the address for a sign-up rejected because of its email', () => {
    const limit = new SignUpLimit();
    for (let n = 0; n < 110; n++) {
      try {
        limit.charge('ada@example.test', '192.0.2.1');
      } catch {
        // 100 of them are rejected.
      }
    }

    expect(() => limit.charge('bob@example.test', '192.0.2.1')).not.toThrow();
  });

  it('does not charge the email for a sign-up rejected because of its address', () => {
    let now = 1_000;
    const limit = new SignUpLimit(() => now);
    for (let n = 0; n < 100; n++) limit.charge(`user-${n}@example.test`, '192.0.2.1');
    for (let n = 0; n < 10; n++) expect(() => limit.charge('ada@example.test', '192.0.2.1')).toThrow();

    now += 7_000;
    limit.charge('ada@example.test', '192.0.2.1');
    expect(() => limit.charge('ada@example.test', '192.0.2.1')).not.toThrow();
  });
});

describe('LoginAttempts', () => {
  let now = 0;
  let attempts: LoginAttempts;
  beforeEach(() => {
    now = 1_000;
    attempts = new LoginAttempts(() => now);
  });

  const localCaller = toAddressCaller('192.0.2.1');
  const remoteCaller = toAddressCaller('198.51.100.7');
  const attempt =
    (username: string, caller: SignInCaller = localCaller) =>
    () =>
      attempts.rejectIfTooMany(username, caller);
  const failTimes = (times: number, username = 'ada', caller: SignInCaller = localCaller) => {
    for (let n = 0; n < times; n++) attempts.recordFailure(username, caller);
  };
  const failFromEverywhere = (times: number, username = 'ada') => {
    for (let n = 0; n < times; n++) attempts.recordFailure(username, toAddressCaller(`203.0.113.${n}`));
  };

  it('allows ten failures per user and address, then returns the wait', () => {
    failTimes(10);

    expect(attempt('ada')).toThrow(expect.objectContaining({ kind: 'too_many', retryAfterSeconds: 30 }));
    now += 29_000;
    expect(attempt('ada')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
    now += 1_000;
    expect(attempt('ada')).not.toThrow();
    failTimes(1);
    expect(attempt('ada')).toThrow('Too many');
  });

  it('does not block the user’s other addresses', () => {
    failTimes(10);

    expect(attempt('ada', remoteCaller)).not.toThrow();
  });

  it('counts all spellings of an email together', () => {
    failTimes(5, 'Ada');
    failTimes(5, 'aDA');

    expect(attempt('ada')).toThrow('Too many');
  });

  it('allows a hundred failures per address; then three per user, and one more every quarter of an hour', () => {
    for (let n = 0; n < 100; n++) attempts.recordFailure(`user ${n}`, localCaller);

    expect(attempt('another')).not.toThrow();
    failTimes(2, 'another');
    expect(attempt('another')).not.toThrow();
    failTimes(1, 'another');
    expect(attempt('another')).toThrow(expect.objectContaining({ retryAfterSeconds: 900 }));
    expect(attempt('another', remoteCaller)).not.toThrow();
    expect(attempt('a third')).not.toThrow();
  });

  it('counts an IPv6 /64 network as one address', () => {
    for (let n = 0; n < 10; n++) attempts.recordFailure('ada', toAddressCaller(`2001:db8:1:2::${n}`));

    expect(attempt('ada', toAddressCaller('2001:db8:1:2:ffff::1'))).toThrow('Too many');
    expect(attempt('ada', toAddressCaller('2001:db8:1:3::1'))).not.toThrow();
  });

  it('limits failures of one user from a hundred addresses, with one more every ten minutes', () => {
    failFromEverywhere(100);

    expect(attempt('ada', remoteCaller)).toThrow(expect.objectContaining({ retryAfterSeconds: 600 }));
    expect(attempt('bob', remoteCaller)).not.toThrow();
    now += 600_000;
    expect(attempt('ada', remoteCaller)).not.toThrow();
    failTimes(1, 'ada', remoteCaller);
    expect(attempt('ada', toClientCaller('a key', '192.0.2.1', false))).toThrow('Too many');
  });

  it('counts every API key separately from its address', () => {
    const clientCaller = toClientCaller('one', '192.0.2.1', false);
    failTimes(10);
    for (let n = 0; n < 100; n++) attempts.recordFailure(`user ${n}`, localCaller);

    expect(attempt('ada', clientCaller)).not.toThrow();
    failTimes(10, 'ada', clientCaller);
    expect(attempt('ada', clientCaller)).toThrow('Too many');
    expect(attempt('ada', toClientCaller('one', '198.51.100.7', false))).not.toThrow();
    expect(attempt('ada', toClientCaller('another', '192.0.2.1', false))).not.toThrow();
  });

  it('limits a known browser or key by its own failures: ten, then one per thirty seconds, and a hundred in total, then one per ten minutes', () => {
    failFromEverywhere(100);

    for (const knownCaller of [toDeviceCaller('laptop'), toClientCaller('own', '192.0.2.1', true)]) {
      expect(attempt('ada', knownCaller)).not.toThrow();
      failTimes(10, 'ada', knownCaller);
      expect(attempt('ada', knownCaller)).toThrow(expect.objectContaining({ retryAfterSeconds: 30 }));
      for (let n = 0; n < 100; n++) {
        now += 30_000;
        failTimes(1, 'ada', knownCaller);
      }
      now += 30_000;
      expect(attempt('ada', knownCaller)).toThrow('Too many');
    }
    expect(attempt('ada', toDeviceCaller('phone'))).not.toThrow();
  });
});
