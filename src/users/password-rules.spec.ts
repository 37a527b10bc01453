import { findPasswordFault } from './password-rules.js';

const ada = { email: 'ada.l1815@example.test', firstName: 'Ada', lastName: 'Lovelace' };

describe('findPasswordFault', () => {
  it.each(['short', 'é'.repeat(513), 'x'.repeat(1025), ''])('rejects the length of %j', (password) => {
    expect(findPasswordFault(password)).toBe('must have 8 characters or more and at most 1024 bytes');
  });

  it.each(['password', '12345678', 'PassWord1', 'qwertyuiop', 'iloveyou', 'ｐａｓｓｗｏｒｄ'])(
    'rejects the common password %j',
    (password) => {
      expect(findPasswordFault(password)).toBe('must not be a common password');
    },
  );

  it.each([
    'Password1!',
    'Passw0rd!',
    'password!!',
    'Welcome1!',
    'admin123!',
    'qwerty123!',
    '  password',
    '$$$Dragon$$$',
    '__12345678',
    'abcdefgh...',
    '1212!!!!',
    '123!!!!!',
    '｟ｐａｓｓｗｏｒｄ｠',
    'password🔑❤️',
  ])('refuses %j, which is common without the signs around it', (password) => {
    expect(findPasswordFault(password)).toBe('must not be a common password');
  });

  it.each([
    'aaaaaaaa',
    '00000000',
    '12341234',
    'HaHaHaHa',
    'asdasdasd',
    '1234512345',
    'abcdefgh',
    '87654321',
    '0123456789',
    'poiuytrewq',
    'lkjhgfdsa',
    'qwertzuiop',
  ])('refuses %j, a repetition or a sequence', (password) => {
    expect(findPasswordFault(password)).toBe('must not be a common password');
  });

  it.each(['aaaaaaab', 'abcdefghz', '12345678x!', 'correcthorsecorrecthorse'])(
    'accepts %j, which repeats more or continues differently',
    (password) => {
      expect(findPasswordFault(password)).toBeNull();
    },
  );

  it.each([
    ['the email', 'ADA.L1815@example.test'],
    ['its local part', 'ada.l1815'],
    ['the local part between digits', '99ada.l1815!!'],
    ['the first name twice', 'Ada.....aDA'],
    ['the last name and digits', 'lovelace-2026!'],
    ['both names', 'Ada Lovelace'],
    ['both names turned round', 'lovelace_ada_1815'],
    ['a name again and again', 'ada-ada-ada-1'],
    ['the product', 'Kontor2026'],
    ['the product and the name', '1ada@kontor1'],
  ])('refuses %s: %j', (_what, password) => {
    expect(findPasswordFault(password, ada)).toContain('must not be the email');
  });

  it.each([
    'correct horse battery staple',
    'nanoseconds',
    'lovelace likes engines',
    'kontorist am Hafen',
    '8462917462',
    '!"§$%&/()=',
    '!"§$q%&/()=',
    '!"§er%&/()=',
    'pass!word!1',
    '密码是秘密的东西',
    '!密码是秘密的东西!',
  ])('takes %j', (password) => {
    expect(findPasswordFault(password, ada)).toBeNull();
  });

  it('ignores names when none are given', () => {
    expect(findPasswordFault('lovelace-1815')).toBeNull();
    expect(findPasswordFault('87654321x', { email: '', firstName: '', lastName: '' })).toBeNull();
  });

  it('is fast for self-overlapping names', () => {
    const began = performance.now();

    expect(
      findPasswordFault(`${'a'.repeat(1000)}b`, {
        firstName: 'a'.repeat(50),
        lastName: 'a'.repeat(100),
        email: `${'a'.repeat(60)}@example.test`,
      }),
    ).toBeNull();
    expect(performance.now() - began).toBeLessThan(500);
  });
});
