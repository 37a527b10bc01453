import { hashPassword, needsRehash, PASSWORD_BYTES_MAX, toPasswordBytes, verifyPassword } from './password.js';

const bytesOf = (password: string): Buffer => toPasswordBytes(password) ?? Buffer.alloc(0);

describe('password', () => {
  it('matches its own hash only', async () => {
    const hash = await hashPassword(bytesOf('correct horse'));

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword(hash, bytesOf('correct horse'))).toBe(true);
    expect(await verifyPassword(hash, bytesOf('correct horsf'))).toBe(false);
    expect(await verifyPassword(hash, bytesOf(''))).toBe(false);
  });

  it('has its own salt: equal passwords have different hashes', async () => {
    expect(await hashPassword(bytesOf('twice'))).not.toBe(await hashPassword(bytesOf('twice')));
  });

  it('verifies hashes of the argon2 reference implementation with their parameters', async () => {
    // From the test vectors of phc-winner-argon2: argon2id, t=2, m=2^16, p=1, "password", "somesalt".
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

    expect(await verifyPassword(reference, bytesOf('password'))).toBe(true);
    expect(await verifyPassword(reference, bytesOf('passwore'))).toBe(false);
    expect(needsRehash(reference)).toBe(true);
  });

  it('needs a new hash only for outdated parameters', async () => {
    expect(needsRehash(await hashPassword(bytesOf('x')))).toBe(false);
    expect(needsRehash(await hashPassword(bytesOf('x'), { memory: 8192, passes: 1, parallelism: 1 }))).toBe(true);
  });

  it.each(['', '*', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=19456,t=2,p=1$short$short', 'plain text'])(
    'matches no invalid hash: %j',
    async (stored) => {
      expect(await verifyPassword(stored, bytesOf('plain text'))).toBe(false);
      expect(needsRehash(stored)).toBe(true);
    },
  );

  it('is normalized (NFKC)', () => {
    expect(toPasswordBytes('Åﬁ')).toEqual(toPasswordBytes('A\u030Afi'));
  });

  it(`has at most ${PASSWORD_BYTES_MAX} bytes of UTF-8`, () => {
    expect(toPasswordBytes('x'.repeat(1024))).toHaveLength(1024);
    expect(toPasswordBytes('x'.repeat(1025))).toBeNull();
    expect(toPasswordBytes('é'.repeat(513))).toBeNull();
  });
});
