import fc from 'fast-check';
import { FormSyntaxError, parseForm } from './form.js';

describe('form', () => {
  it.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a', { a: '' }],
    ['&a=1&&b=2&', { a: '1', b: '2' }],
    ['a+b=c+d%2Be', { 'a b': 'c d+e' }],
    ['a=b=c', { a: 'b=c' }],
    ['a[b]=1&c.d=2', { 'a[b]': '1', 'c.d': '2' }],
    ['a=%C3%A9', { a: 'é' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ])('reads %j', (text, expected) => {
    expect({ ...parseForm(text, 'arrays') }).toEqual(expected);
  });

  it.each([
    ['a=%', 'a'],
    ['a=%zz', 'a'],
    ['a=%FF', 'a'],
    ['a=%C3', 'a'],
    ['a=%ED%A0%80', 'a'],
    ['a=x%00', 'a'],
    ['%E0%A4%A=1', ''],
    ['a=1&a=1', 'a'],
    ['__proto__=1', '__proto__'],
    ['%5F_proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
  ])('refuses %j', (text, field) => {
    expect(() => parseForm(text, 'single')).toThrow(FormSyntaxError);
    expect(() => parseForm(text, 'single')).toThrow(expect.objectContaining({ field }));
  });

  it('reads multi-value fields as lines', () => {
    expect({ ...parseForm('a=7&b=x&a=9&a=', 'single', ['a']) }).toEqual({ a: '7\n9\n', b: 'x' });
    expect(() => parseForm('a=7&b=x&b=y', 'single', ['a'])).toThrow(expect.objectContaining({ field: 'b' }));
  });

  it('rejects too many parameters', () => {
    expect(() => parseForm('a=1&'.repeat(1001), 'arrays')).toThrow(FormSyntaxError);
  });

  it('reads the output of URLSearchParams', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(
        fc.dictionary(
          text.filter((name) => !['', '__proto__', 'constructor', 'prototype'].includes(name)),
          text,
        ),
        (fields) => {
          expect({ ...parseForm(new URLSearchParams(fields).toString(), 'single') }).toEqual({ ...fields });
        },
      ),
    );
  });
});
