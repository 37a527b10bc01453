import fc from 'fast-check';
import { StrictJsonError, parseStrictJson } from './strict-json.js';

function rejection(text: string): StrictJsonError {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof StrictJsonError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text.slice(0, 200)}`);
}

const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

describe('strict JSON', () => {
  it.each([
    ['{}', {}],
    [
      ' \t\r\n{ "a" : [ 1 , -2.50 , true , false , null , "x" , {} , [] ] } \n',
      { a: [1, -2.5, true, false, null, 'x', {}, []] },
    ],
    ['{"a":-0}', { a: 0 }],
    ['{"a":9007199254740991,"b":-9007199254740991}', { a: 9007199254740991, b: -9007199254740991 }],
    ['{"a":0.1,"b":123456.123456789,"c":0.000000001}', { a: 0.1, b: 123456.123456789, c: 1e-9 }],
    ['{"a":100.00000000000000000000}', { a: 100 }],
    ['{"\\u00e9\\n":"\\ud83d\\ude00 \\"\\\\\\/\\b\\f\\r\\t"}', { 'é\n': '😀 "\\/\b\f\r\t' }],
    ['{"a":"é😀"}', { a: 'é😀' }],
    ['{"a":{"b":1},"c":{"b":1}}', { a: { b: 1 }, c: { b: 1 } }],
    [nested(32), JSON.parse(nested(32))],
  ])('reads %s', (text, expected) => {
    expect(parseStrictJson(text)).toEqual(expected);
  });

  it.each([
    ['', '', 'empty'],
    ['  ', '', 'empty'],
    ['{', '', 'field name'],
    ['{"a"', '/a', 'colon'],
    ['{"a":', '/a', 'value'],
    ['{"a":1', '/a', 'comma'],
    ['{"a":1,}', '', 'field name'],
    ['{"a":[1,]}', '/a/1', 'value'],
    ['{"a":1} x', '', 'goes on'],
    ['{"a":1}{}', '', 'goes on'],
    ['\ufeff{"a":1}', '', 'value'],
    ["{'a':1}", '', 'field name'],
    ['{a:1}', '', 'field name'],
    ['{"a":NaN}', '/a', 'value'],
    ['{"a":Infinity}', '/a', 'value'],
    ['{"a":-Infinity}', '/a', 'number'],
    ['{"a":01}', '/a', 'number'],
    ['{"a":1.}', '/a', 'number'],
    ['{"a":.5}', '/a', 'value'],
    ['{"a":+1}', '/a', 'value'],
    ['{"a":0x10}', '/a', 'number'],
    ['{"a":1_000}', '/a', 'number'],
    ['{"a":truely}', '/a', 'comma'],
    ['{"a":"x', '/a', 'ends inside'],
    ['{"a":"\t"}', '/a', 'control character'],
    ['{"a":"\\x41"}', '/a', 'escape'],
    ['{"a":"\\u12"}', '/a', 'escape'],
    ['{"a":1 /* why */}', '/a', 'comma'],
    ['{"a":1}\u00a0', '', 'goes on'],
  ])('%j is not JSON', (text, pointer, message) => {
    expect(rejection(text)).toMatchObject({ pointer, isSyntaxError: true, message: expect.stringContaining(message) });
  });

  it.each([
    ['[]', '', 'must be a JSON object'],
    ['"text"', '', 'must be a JSON object'],
    ['12', '', 'must be a JSON object'],
    ['null', '', 'must be a JSON object'],
    ['{"a":1,"a":1}', '/a', 'twice'],
    ['{"a":1,"\\u0061":2}', '/a', 'twice'],
    ['{"x":[{"a":1,"a":1}]}', '/x/0/a', 'twice'],
    ['{"__proto__":{}}', '/__proto__', 'reserved'],
    ['{"\\u005f_proto__":{}}', '/__proto__', 'reserved'],
    ['{"a":{"constructor":{"prototype":{}}}}', '/a/constructor', 'reserved'],
    ['{"acct_id":9007199254740993}', '/acct_id', 'beyond'],
    ['{"a":[1,{"b":9007199254740992}]}', '/a/1/b', 'beyond'],
    ['{"a":-9007199254740992}', '/a', 'beyond'],
    ['{"a":1e309}', '/a', 'exponent'],
    ['{"a":1e2}', '/a', 'exponent'],
    ['{"a":1E-2}', '/a', 'exponent'],
    ['{"a":0.12345678901234567890}', '/a', 'more digits'],
    ['{"a":9007199254740993.5}', '/a', 'more digits'],
    [`{"a":0.${'0'.repeat(400)}1}`, '/a', 'more digits'],
    [`{"a":1${'0'.repeat(400)}}`, '/a', 'beyond'],
    ['{"a":"x\\u0000"}', '/a', 'U+0000'],
    ['{"a\\u0000":1}', '', 'U+0000'],
    ['{"a":"\\ud800"}', '/a', 'surrogate'],
    ['{"a":"\\udc00\\ud800"}', '/a', 'surrogate'],
    ['{"a/b~c":1e1}', '/a~1b~0c', 'exponent'],
    [nested(33), '/a'.repeat(32), 'deeper'],
    [`{"a":${'['.repeat(100_000)}`, `/a${'/0'.repeat(31)}`, 'deeper'],
  ])('%.60s is JSON that is refused', (text, pointer, message) => {
    expect(rejection(text)).toMatchObject({ pointer, isSyntaxError: false, message: expect.stringContaining(message) });
  });

  it('reports the position of an error', () => {
    expect(rejection('{\n  "a": 1\n  "b": 2\n}').message).toBe(
      'A comma or the closing bracket is expected (line 3, column 3)',
    );
  });

  const exact = fc.oneof(
    fc.maxSafeInteger(),
    fc
      .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.nat(999_999_999))
      .map(([whole, part]) => Number(`${whole}.${part}`)),
  );
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((value) => !value.includes('\0') && !['__proto__', 'constructor', 'prototype'].includes(value));
  const { object } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      exact,
      text,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  }));

  it('reads the output of JSON.stringify like JSON.parse, except exponents', () => {
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        fc.pre(!/\de[+-]?\d/.test(json));
        expect(parseStrictJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('accepts nothing that JSON.parse rejects, and throws no other error', () => {
    const fragments = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ':',
        ',',
        '\\',
        'a',
        '1',
        '-',
        '.',
        '0',
        'e',
        'true',
        'null',
        ' ',
        '\n',
        '\\u0041',
        '\ud800',
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(fragments, (pieces) => {
        const json = `{"a":${pieces.join('')}}`;
        let read: unknown;
        try {
          read = parseStrictJson(json);
        } catch (error) {
          expect(error).toBeInstanceOf(StrictJsonError);
          return;
        }
        expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(json)).replaceAll('-0,', '0,'));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes linear time for any text', () => {
    const zeros = '0'.repeat(100_000);
    const started = performance.now();
    for (const number of [`1.${zeros}1`, `1.${zeros}`, `0.${zeros}1`, `1${zeros}`, `-1${zeros}.5`]) {
      expect(rejection(`{"a":${number}}`)).toMatchObject({ pointer: '/a', isSyntaxError: false });
    }

    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('accepts a thousand fields per object and any number of rows', () => {
    const fields = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"f${n}":1`).join()}}`;
    const rows = Array.from({ length: 20_000 }, () => '{"a":1,"b":2}').join();

    expect(Object.keys(parseStrictJson(fields(1000)))).toHaveLength(1000);
    expect(parseStrictJson(`{"rows":[${rows}]}`).rows).toHaveLength(20_000);
    expect(rejection(fields(1001))).toMatchObject({
      pointer: '',
      isSyntaxError: false,
      message: expect.stringContaining('1000 fields'),
    });
    expect(rejection(`{"x":[${fields(1001)}]}`)).toMatchObject({ pointer: '/x/0', isSyntaxError: false });
  });

  it('keeps the digits of exact decimals', () => {
    const decimal = fc
      .tuple(fc.nat(999_999), fc.nat(999_999_999))
      .map(([whole, part]) => `${whole}.${String(part).padStart(9, '0')}`);
    fc.assert(
      fc.property(decimal, (digits) => {
        expect((parseStrictJson(`{"a":${digits}}`).a as number).toFixed(9)).toBe(digits);
      }),
    );
  });
});
