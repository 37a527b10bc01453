import { html } from './html.js';
import { renderLayout } from './layout.page.js';
import type { PageContext } from './page.js';

const context: PageContext = {
  path: '/docs',
  baseUrl: 'http://k.test',
  version: '1.2.3',
  requestId: 'r-1',
  userName: null,
  actingFor: null,
  isAdministrator: false,
  formToken: null,
  signInUrl: null,
  hasJson: true,
  needsToken: false,
  flash: null,
  theme: null,
  nextUrl: null,
  getName: (_, id) => String(id),
  getAssetUrl: (name) => `/assets/hash-${name}`,
};

const renderPage = (more: Partial<PageContext> = {}) =>
  String(renderLayout({ title: 'A <title>', body: html`<h1>Body</h1>` }, { ...context, ...more }));

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
      expect(renderPage()).toContain(part);
    }
  });

  it('takes style and script from hashed addresses only', () => {
    expect(renderPage()).toContain('href="/assets/hash-kontor.css"');
    expect(renderPage()).toContain('src="/assets/hash-kontor.js"');
    expect(renderPage()).not.toMatch(/<style|style=|<script>|\son\w+=/);
  });

  it('says a flash message as a status, and says nothing where there is none', () => {
    expect(renderPage({ flash: 'Login is required <now>.' })).toContain(
      '<p class="flash" role="status">Login is required &lt;now&gt;.</p>',
    );
    expect(renderPage()).not.toContain('role="status"');
  });

  it('offers the sign-in wherever a reader may need it, and beside the flash message', () => {
    const signIn = '/login?resume=%2Fdocs%3Fa%3Db';
    const link = '<a href="/login?resume=%2Fdocs%3Fa%3Db">Sign in</a>';

    expect(renderPage({ signInUrl: signIn })).toContain(`<p class="person">${link}</p>`);
    expect(renderPage({ signInUrl: signIn, flash: 'Login is required.' })).toContain(`Login is required. ${link}</p>`);
    expect(renderPage({ flash: 'Login is required.' })).not.toContain('Sign in');
  });

  it('names who is signed in, with the way to their profile and out', () => {
    const page = renderPage({ userName: 'ada@k.test', formToken: 't0ken' });

    expect(page).toContain('Signed in as <a href="/profile"><strong>ada@k.test</strong></a>');
    expect(page).toContain(
      '<form method="post" action="/logout"><input type="hidden" name="form_token" value="t0ken"><button type="submit">Sign out</button></form>',
    );
    expect(renderPage()).not.toContain('Signed in');
  });

  it('leads administrators to what is theirs, and nobody else', () => {
    const entry = '<a href="/administration">Administration</a>';
    expect(renderPage({ userName: 'root@k.test', isAdministrator: true })).toContain(entry);
    expect(renderPage({ userName: 'ada@k.test' })).not.toContain(entry);
  });

  it('says for whom an administrator acts, with the way back, and nothing when they do not', () => {
    const page = renderPage({ actingFor: 'Ada <Lovelace>', formToken: 't0ken' });

    expect(page).toContain('You are acting for <strong>Ada &lt;Lovelace&gt;</strong>.');
    expect(page).toContain('<title>A &lt;title&gt; (acting) – Kontor</title>');
    expect(page).toContain(
      '<form method="post" action="/acting/end"><input type="hidden" name="form_token" value="t0ken"><button type="submit">Stop acting</button></form>',
    );
    expect(renderPage()).not.toContain('acting for');
  });

  it('offers no JSON where a program has no use for any', () => {
    expect(renderPage({ needsToken: true })).toContain('-H &quot;Authorization: Bearer $TOKEN&quot;');
    expect(renderPage({ hasJson: false })).not.toContain('as JSON');
  });

  it('marks where the reader is', () => {
    expect(renderPage()).toContain('<a href="/docs" aria-current="page">');
    expect(renderPage({ path: '/docs/errors/busy' })).toContain('<a href="/docs" aria-current="true">');
  });

  it('remembers a choice of colors, and otherwise leaves it to the system', () => {
    expect(renderPage({ theme: 'dark' })).toContain('<html lang="en" data-theme="dark">');
    expect(renderPage({ theme: 'dark' })).toContain('value="dark" aria-pressed="true"');
    expect(renderPage()).toContain('value="system" aria-pressed="true"');
  });

  it('gives a command that a shell takes as one word, whatever the address', () => {
    expect(renderPage({ path: "/a'b;c" })).toContain('&#39;http://k.test/a%27b;c&#39;');
  });
});
