import { anonymousPageContext as context } from '../../test/support/page-context.js';
import { errorPage } from './error.page.js';
import type { Problem } from '../errors/problem.js';

const problem: Problem = {
  type: 'http://k.test/docs/errors/invalid_request',
  title: 'Invalid request',
  status: 400,
  code: 'invalid_request',
  detail: 'A field is <wrong>.',
  instance: '/x',
  request_id: 'r-1',
};

describe('errorPage', () => {
  it('shows everything in the JSON', () => {
    const { title, body } = errorPage(
      { ...problem, errors: [{ pointer: '/a/0', message: 'must be <a number>' }] },
      context,
    );

    expect(title).toBe('400 Invalid request');
    for (const fact of [
      '400',
      '<h1>Invalid request</h1>',
      'A field is &lt;wrong&gt;.',
      '<code>/a/0</code>',
      'must be &lt;a number&gt;',
      'href="/docs/errors/invalid_request"',
      'r-1',
      '<code>/x</code>',
    ]) {
      expect(String(body)).toContain(fact);
    }
  });

  it('lists fields only if there are any', () => {
    expect(String(errorPage(problem, context).body)).not.toContain('What is wrong');
  });

  it('shows the fix if there is one', () => {
    expect(String(errorPage(problem, context, 'Send `limit_price` <again>.').body)).toContain(
      '<p>Send <code>limit_price</code> &lt;again&gt;.</p>',
    );
  });

  it('omits the link to the home page on the home page', () => {
    expect(String(errorPage(problem, context).body)).toContain('href="/"');
    expect(String(errorPage(problem, { ...context, path: '/' }).body)).not.toContain('href="/"');
  });
});
