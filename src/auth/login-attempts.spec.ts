import { LoginAttempts } from './login-attempts.js';
import { callerByAddress, callerByDevice, callerByKey, type SignInCaller } from './sign-in-caller.js';

describe('LoginAttempts', () => {
  let now = 0;
  let attempts: LoginAttempts;
  beforeEach(() => {
    now = 1_000;
    attempts = new LoginAttempts(() => now);
  });

  const here = callerByAddress('192.0.2.1');
  const elsewhere = callerByAddress('198.51.100.7');
  const ask =
    (username: string, caller: SignInCaller = here) =>
    () =>
      attempts.refuseIfTooMany(username, caller);
  const fail = (times: number, username = 'ada', caller: SignInCaller = here) => {
    for (let n = 0; n < times; n++) attempts.fail(username, caller);
  };
  const failFromEverywhere = (times: number, username = 'ada') => {
    for (let n = 0; n < times; n++) attempts.fail(username, callerByAddress(`203.0.113.${n}`));
  };

  it('lets ten fail for one user from one address, and says when the next may be tried', () => {
    fail(10);

    expect(ask('ada')).toThrow(expect.objectContaining({ kind: 'too_many', retryAfterSeconds: 30 }));
    now += 29_000;
    expect(ask('ada')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
    now += 1_000;
    expect(ask('ada')).not.toThrow();
    fail(1);
    expect(ask('ada')).toThrow('Too many');
  });

  it('cannot be used to lock an owner out from elsewhere', () => {
    fail(10);

    expect(ask('ada', elsewhere)).not.toThrow();
  });

  it('knows a user in every spelling', () => {
    fail(5, 'Ada');
    fail(5, 'aDA');

    expect(ask('ada')).toThrow('Too many');
  });

  it('lets a hundred fail from one address; then each user has three failures, and one more every quarter of an hour', () => {
    for (let n = 0; n < 100; n++) attempts.fail(`user ${n}`, here);

    expect(ask('another')).not.toThrow();
    fail(2, 'another');
    expect(ask('another')).not.toThrow();
    fail(1, 'another');
    expect(ask('another')).toThrow(expect.objectContaining({ retryAfterSeconds: 900 }));
    expect(ask('another', elsewhere)).not.toThrow();
    expect(ask('a third')).not.toThrow();
  });

  it('takes all addresses of one IPv6 network for one', () => {
    for (let n = 0; n < 10; n++) attempts.fail('ada', callerByAddress(`2001:db8:1:2::${n}`));

    expect(ask('ada', callerByAddress('2001:db8:1:2:ffff::1'))).toThrow('Too many');
    expect(ask('ada', callerByAddress('2001:db8:1:3::1'))).not.toThrow();
  });

  it('stops guesses that come from a hundred addresses, and allows one more every ten minutes', () => {
    failFromEverywhere(100);

    expect(ask('ada', elsewhere)).toThrow(expect.objectContaining({ retryAfterSeconds: 600 }));
    expect(ask('bob', elsewhere)).not.toThrow();
    now += 600_000;
    expect(ask('ada', elsewhere)).not.toThrow();
    fail(1, 'ada', elsewhere);
    expect(ask('ada', callerByKey('a key', '192.0.2.1', false))).toThrow('Too many');
  });

  it('counts every API key for itself, whatever else fails at its address', () => {
    const key = callerByKey('one', '192.0.2.1', false);
    fail(10);
    for (let n = 0; n < 100; n++) attempts.fail(`user ${n}`, here);

    expect(ask('ada', key)).not.toThrow();
    fail(10, 'ada', key);
    expect(ask('ada', key)).toThrow('Too many');
    expect(ask('ada', callerByKey('one', '198.51.100.7', false))).not.toThrow();
    expect(ask('ada', callerByKey('another', '192.0.2.1', false))).not.toThrow();
  });

  it('refuses a known browser or key for its own failures alone: ten, then one every thirty seconds, and a hundred in all, then one every ten minutes', () => {
    failFromEverywhere(100);

    for (const known of [callerByDevice('laptop'), callerByKey('own', '192.0.2.1', true)]) {
      expect(ask('ada', known)).not.toThrow();
      fail(10, 'ada', known);
      expect(ask('ada', known)).toThrow(expect.objectContaining({ retryAfterSeconds: 30 }));
      for (let n = 0; n < 100; n++) {
        now += 30_000;
        fail(1, 'ada', known);
      }
      now += 30_000;
      expect(ask('ada', known)).toThrow('Too many');
    }
    expect(ask('ada', callerByDevice('phone'))).not.toThrow();
  });
});
