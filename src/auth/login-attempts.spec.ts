import { LoginAttempts } from './login-attempts.js';

describe('LoginAttempts', () => {
  let now = 0;
  let attempts: LoginAttempts;
  beforeEach(() => {
    now = 1_000;
    attempts = new LoginAttempts(() => now);
  });

  const ask = (username: string, address: string) => () => attempts.refuseIfTooMany(username, address);
  const fail = (times: number, username = 'ada', address = '192.0.2.1') => {
    for (let n = 0; n < times; n++) attempts.fail(username, address);
  };

  it('P12: lets ten fail for one user from one address, and says when the next may be tried', () => {
    fail(10);

    expect(ask('ada', '192.0.2.1')).toThrow(expect.objectContaining({ kind: 'too_many', retryAfterSeconds: 30 }));
    now += 29_000;
    expect(ask('ada', '192.0.2.1')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
    now += 1_000;
    expect(ask('ada', '192.0.2.1')).not.toThrow();
    fail(1);
    expect(ask('ada', '192.0.2.1')).toThrow('Too many');
  });

  it('P12: cannot be used to lock an owner out from elsewhere', () => {
    fail(10);

    expect(ask('ada', '198.51.100.7')).not.toThrow();
  });

  it('knows a user in every spelling', () => {
    fail(5, 'Ada');
    fail(5, 'aDA');

    expect(ask('ada', '192.0.2.1')).toThrow('Too many');
  });

  it('P12: lets a hundred fail from one address, however many users are tried', () => {
    for (let n = 0; n < 100; n++) attempts.fail(`user ${n}`, '192.0.2.1');

    expect(ask('another', '192.0.2.1')).toThrow('Too many');
    expect(ask('another', '192.0.2.2')).not.toThrow();
  });

  it('takes all addresses of one IPv6 network for one', () => {
    for (let n = 0; n < 10; n++) attempts.fail('ada', `2001:db8:1:2::${n}`);

    expect(ask('ada', '2001:db8:1:2:ffff::1')).toThrow('Too many');
    expect(ask('ada', '2001:db8:1:3::1')).not.toThrow();
  });
});
