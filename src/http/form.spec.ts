import fc from 'fast-check';
import { FormSyntaxError, parseForm, applyFormMethod } from './form.js';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const applyTo = (path: string, method = 'POST', headers: Record<string, string> = form) => {
  const request = { method, headers };
  return [applyFormMethod(request, path), request.method];
};

describe('applyFormMethod', () => {
  it.each([
    ['/accounts/7?_method=PUT', '/accounts/7', 'PUT'],
    ['/accounts/7?a=b&_method=DELETE', '/accounts/7?a=b', 'DELETE'],
  ])('makes of a form posted to %s what it means', (path, strippedPath, method) => {
    expect(applyTo(path)).toEqual([strippedPath, method]);
  });

  it.each([
    '/accounts/7',
    '/accounts/7?_method=GET',
    '/accounts/7?_method=PUT&a=b',
    '/accounts/7?x_method=PUT',
    '/accounts/_method=PUT',
  ])('leaves %s as it is', (path) => {
    expect(applyTo(path)).toEqual([path, 'POST']);
  });

  it('recognizes form content types in any case', () => {
    expect(
      applyTo('/a?_method=PUT', 'POST', { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' }),
    ).toEqual(['/a', 'PUT']);
  });

  it('applies to posted forms only', () => {
    expect(applyTo('/a?_method=PUT', 'GET')).toEqual(['/a?_method=PUT', 'GET']);
    expect(applyTo('/a?_method=PUT', 'POST', { 'content-type': 'application/json' })).toEqual([
      '/a?_method=PUT',
      'POST',
    ]);
    expect(applyTo('/a?_method=PUT', 'POST', {})).toEqual(['/a?_method=PUT', 'POST']);
  });
});

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
