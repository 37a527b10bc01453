import { ValidationPipe } from './validation.pipe.js';
import { InvalidRequestError } from './invalid-request-error.js';
import { IsUnambiguous, IsReadable } from './readable.decorator.js';

class Card {
  @IsReadable()
  name = 'Ada';

  @IsUnambiguous()
  email = 'ada@example.test';
}

const validate = (card: Partial<Record<keyof Card, unknown>>): string | null => {
  try {
    new ValidationPipe().transform(card, { type: 'body', metatype: Card });
    return null;
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.issues.map(({ message }) => message).join();
    throw error;
  }
};

describe('readable name', () => {
  it.each([
    '',
    'Ada',
    'J. R. “Bob” O’Neil-Müller',
    '李小龍',
    'مهدی',
    'می\u200cخواهم',
    'क\u094d\u200dष',
    'Café',
    'Cafe\u0301',
    'Desk ❤\ufe0f 7',
    '🦊',
    '-',
  ])('may be %j', (name) => {
    expect(validate({ name })).toBeNull();
  });

  it.each([
    ['broker \u202e ?sredro', 'U+202E'],
    ['\u200b', 'U+200B'],
    ['a\tb', 'U+0009'],
    ['a\nb', 'U+000A'],
    ['a\u0085b', 'U+0085'],
    ['a\u2028b', 'U+2028'],
    ['a\u2029b', 'U+2029'],
    ['a\u00adb', 'U+00AD'],
    ['a\u2066b', 'U+2066'],
    ['\ue000', 'U+E000'],
    ['\u0378', 'U+0378'],
    ['\ud800', 'U+D800'],
    ['\u3164', 'U+3164'],
    ['\u{e0041}', 'U+E0041'],
    ['Ada\u200d', 'U+200D'],
    ['\u200cAda', 'U+200C'],
    ['1\u200c2', 'U+200C'],
    ['a\u200d\u200db', 'U+200D'],
  ])('may not be %j', (name, character) => {
    expect(validate({ name })).toBe(
      `name must hold no character that cannot be seen or that turns the text around (${character})`,
    );
  });

  it('has visible characters and is text', () => {
    expect([
      validate({ name: '\u0301' }),
      validate({ name: '\u00a0 ' }),
      validate({ name: 7 }),
      validate({ name: ['Ada'] }),
    ]).toEqual([
      'name must hold something that can be seen',
      'name must hold something that can be seen',
      'name must be text',
      'name must be text',
    ]);
  });
});

describe('email', () => {
  it.each(['ada@example.test', 'jürgen@example.test', 'дарья@example.test', "o'neil+kontor@example.test"])(
    'accepts %j',
    (email) => {
      expect(validate({ email })).toBeNull();
    },
  );

  it.each([
    ['a\u200bda@example.test', 'U+200B'],
    ['ada\u202e@example.test', 'U+202E'],
    ['a\u200cda@example.test', 'U+200C'],
    ['ada\u3164@example.test', 'U+3164'],
    ['ada\ufe0f@example.test', 'U+FE0F'],
    ['\uff41da@example.test', 'U+FF41'],
    ['\ufb01at@example.test', 'U+FB01'],
    ['a da@example.test', 'U+0020'],
    ['ju\u0308rgen@example.test', 'a letter and its accent apart'],
  ])('may not be %j', (email, reason) => {
    expect(validate({ email })).toBe(
      `email must hold no character that cannot be seen or that looks like another (${reason})`,
    );
  });

  it('is text', () => {
    expect(validate({ email: 7 })).toBe('email must be text');
  });
});
