import { html } from './html.js';
import { layout } from './layout.page.js';
import type { Visit } from './page.js';

const visit: Visit = {
  path: '/docs',
  baseUrl: 'http://k.test',
  version: '1.2.3',
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
  asset: (name) => `/assets/hash-${name}`,
};

const shown = (more: Partial<Visit> = {}) =>
  String(layout({ title: 'A <title>', body: html`<h1>Body</h1>` }, { ...visit, ...more }));

describe('layout', () => {
  it('frames a page: language, title, landmarks, version, request and how to have it as JSON', () => {
    for (const part of [
      '<html lang="en">',
      '<title>A &lt;title&gt; – Kontor</title>',
      '<header',
      '<nav',
      '<main id="main"',
      '<footer',
      'Kontor 1.2.3',
      'r-1',
      '&#39;http://k.test/docs&#39;',
    ]) {
      expect(shown()).toContain(part);
    }
  });

  it('takes style and script from hashed addresses only', () => {
    expect(shown()).toContain('href="/assets/hash-kontor.css"');
    expect(shown()).toContain('src="/assets/hash-kontor.js"');
    expect(shown()).not.toMatch(/<style|style=|<script>|\son\w+=/);
  });

  it('says a flash message as a status, and says nothing where there is none', () => {
    expect(shown({ flash: 'Login is required <now>.' })).toContain(
      '<p class="flash" role="status">Login is required &lt;now&gt;.</p>',
    );
    expect(shown()).not.toContain('role="status"');
  });

  it('offers the way in, wherever somebody may need it, and beside what was just said', () => {
    const signIn = '/login?resume=%2Fdocs%3Fa%3Db';
    const link = '<a href="/login?resume=%2Fdocs%3Fa%3Db">Sign in</a>';

    expect(shown({ signIn })).toContain(`<p class="person">${link}</p>`);
    expect(shown({ signIn, flash: 'Login is required.' })).toContain(`Login is required. ${link}</p>`);
    expect(shown({ flash: 'Login is required.' })).not.toContain('Sign in');
  });

  it('names who is signed in, with the way to their profile and out', () => {
    const page = shown({ person: 'ada@k.test', formToken: 't0ken' });

    expect(page).toContain('Signed in as <a href="/profile"><strong>ada@k.test</strong></a>');
    expect(page).toContain(
      '<form method="post" action="/logout"><input type="hidden" name="form_token" value="t0ken"><button type="submit">Sign out</button></form>',
    );
    expect(shown()).not.toContain('Signed in');
  });

  it('leads administrators to what is theirs, and nobody else', () => {
    const entry = '<a href="/administration">Administration</a>';
    expect(shown({ person: 'root@k.test', isAdministrator: true })).toContain(entry);
    expect(shown({ person: 'ada@k.test' })).not.toContain(entry);
  });

  it('says for whom an administrator acts, with the way back, and nothing when they do not', () => {
    const page = shown({ actingFor: 'Ada <Lovelace>', formToken: 't0ken' });

    expect(page).toContain('You are acting for <strong>Ada &lt;Lovelace&gt;</strong>.');
    expect(page).toContain('<title>A &lt;title&gt; (acting) – Kontor</title>');
    expect(page).toContain(
      '<form method="post" action="/acting/end"><input type="hidden" name="form_token" value="t0ken"><button type="submit">Stop acting</button></form>',
    );
    expect(shown()).not.toContain('acting for');
  });

  it('offers no JSON where a program has no use for any', () => {
    expect(shown({ needsToken: true })).toContain('-H &quot;Authorization: Bearer $TOKEN&quot;');
    expect(shown({ hasJson: false })).not.toContain('as JSON');
  });

  it('marks where the reader is', () => {
    expect(shown()).toContain('<a href="/docs" aria-current="page">');
    expect(shown({ path: '/docs/errors/busy' })).toContain('<a href="/docs" aria-current="true">');
  });

  it('remembers a choice of colours, and otherwise leaves it to the system', () => {
    expect(shown({ theme: 'dark' })).toContain('<html lang="en" data-theme="dark">');
    expect(shown({ theme: 'dark' })).toContain('value="dark" aria-pressed="true"');
    expect(shown()).toContain('value="system" aria-pressed="true"');
  });

  it('gives a command that a shell takes as one word, whatever the address', () => {
    expect(shown({ path: "/a'b;c" })).toContain('&#39;http://k.test/a%27b;c&#39;');
  });
});
