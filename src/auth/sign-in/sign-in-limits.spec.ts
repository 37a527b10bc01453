import { LoginAttempts } from './sign-in-limits.js';
import { toAddressCaller, toDeviceCaller, toClientCaller, type SignInCaller } from './sign-in-caller.js';

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
