import { SignUpLimit } from './sign-up-limit.js';

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
