import { applyFormMethod } from './form-method.js';

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
