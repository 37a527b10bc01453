import { errorPage } from './error.page.js';
import type { Visit } from './page.js';
import type { Problem } from './problem.js';

const visit: Visit = {
  path: '/x',
  baseUrl: 'http://k.test',
  version: '1',
  requestId: 'r-1',
  person: null,
  actingFor: null,
  isAdministrator: false,
  formToken: null,
  signIn: null,
  hasJson: true,
  needsToken: false,
  flash: null,
  theme: null,
  next: null,
  named: (_, id) => String(id),
  asset: String,
};

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
  it('tells everything that the JSON tells', () => {
    const { title, body } = errorPage(
      { ...problem, errors: [{ pointer: '/a/0', message: 'must be <a number>' }] },
      visit,
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

  it('speaks of wrong fields only when there are some', () => {
    expect(String(errorPage(problem, visit).body)).not.toContain('What is wrong');
  });

  it('says the mend where one is known', () => {
    expect(String(errorPage(problem, visit, 'Send `limit_price` <again>.').body)).toContain(
      '<p>Send <code>limit_price</code> &lt;again&gt;.</p>',
    );
  });

  it('does not send a reader of the front page to the front page', () => {
    expect(String(errorPage(problem, visit).body)).toContain('href="/"');
    expect(String(errorPage(problem, { ...visit, path: '/' }).body)).not.toContain('href="/"');
  });
});
