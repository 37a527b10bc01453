import { anonymousPageContext } from '../../test/support/page-context.js';
import { type Html, html } from './html.js';
import { renderLayout } from './layout.page.js';
import type { PageContext } from './page.js';
import { Navigation } from './navigation.js';

const context: PageContext = {
  ...anonymousPageContext,
  path: '/docs',
  navigation: new Navigation([
    {
      main: [
        { order: 1, href: '/desk', label: 'Overview', visibleTo: 'people' },
        { order: 2, href: '/docs', label: 'Documentation' },
        { order: 3, href: '/administration', label: 'Administration', visibleTo: 'administrators' },
      ],
    },
  ]),
  getAssetUrl: (name) => `/assets/hash-${name}`,
};

const renderPage = (more: Partial<PageContext> = {}) =>
  String(renderLayout({ title: 'A <title>', body: html`<h1>Body</h1>` }, { ...context, ...more }));

describe('layout', () => {
  it('has language, title, landmarks, version, request id and the JSON command', () => {
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

  it('references hashed assets only', () => {
    expect(renderPage()).toContain('href="/assets/hash-kontor.css"');
    expect(renderPage()).toContain('src="/assets/hash-kontor.js"');
    expect(renderPage()).not.toMatch(/<style|style=|<script>|\son\w+=/);
  });

  it('shows a flash message as a status, if there is one', () => {
    expect(renderPage({ flash: 'Login is required <now>.' })).toContain(
      '<p class="flash" role="status">Login is required &lt;now&gt;.</p>',
    );
    expect(renderPage()).not.toContain('role="status"');
  });

  it('shows the sign-in link to anonymous readers and beside the flash message', () => {
    const signIn = '/login?resume=%2Fdocs%3Fa%3Db';
    const link = '<a href="/login?resume=%2Fdocs%3Fa%3Db">Sign in</a>';

    expect(renderPage({ signInUrl: signIn })).toContain(`<p class="person">${link}</p>`);
    expect(renderPage({ signInUrl: signIn, flash: 'Login is required.' })).toContain(`Login is required. ${link}</p>`);
    expect(renderPage({ flash: 'Login is required.' })).not.toContain('Sign in');
  });

  it('shows the signed-in user with links to profile and sign-out', () => {
    const page = renderPage({ userName: 'ada@k.test', formToken: 't0ken' });

    expect(page).toContain('Signed in as <a href="/profile"><strong>ada@k.test</strong></a>');
    expect(page).toContain(
      '<form method="post" action="/logout"><input type="hidden" name="form_token" value="t0ken"><button type="submit">Sign out</button></form>',
    );
    expect(renderPage()).not.toContain('Signed in');
  });

  it('shows administration links to administrators only', () => {
    const entry = '<a href="/administration">Administration</a>';
    expect(renderPage({ userName: 'root@k.test', isAdministrator: true })).toContain(entry);
    expect(renderPage({ userName: 'ada@k.test' })).not.toContain(entry);
  });

  it('shows the customer that an administrator acts for, with a stop button', () => {
    const page = renderPage({ actingFor: 'Ada <Lovelace>', formToken: 't0ken' });

    expect(page).toContain('You are acting for <strong>Ada &lt;Lovelace&gt;</strong>.');
    expect(page).toContain('<title>A &lt;title&gt; (acting) – Kontor</title>');
    expect(page).toContain(
      '<form method="post" action="/acting/end"><input type="hidden" name="form_token" value="t0ken"><button type="submit">Stop acting</button></form>',
    );
    expect(page).toContain('href="/assets/hash-acting.css"');
    expect(renderPage()).not.toMatch(/acting for|acting\.css/);
  });

  it('loads the sheet of code where a page has code', () => {
    const render = (body: Html) => String(renderLayout({ title: 'A title', body }, context));

    expect(render(html`<pre><code>curl</code></pre>`)).toContain('href="/assets/hash-code.css"');
    expect(render(html`<code class="copy">secret</code>`)).toContain('href="/assets/hash-code.css"');
    expect(render(html`<table class="facts"></table>`)).toContain('href="/assets/hash-facts.css"');
    expect(render(html`<p>${'<pre>'} and <code>inline</code></p>`)).not.toContain('code.css');
  });

  it('omits the JSON hint on page-only routes', () => {
    expect(renderPage({ needsToken: true })).toContain('-H &quot;Authorization: Bearer $TOKEN&quot;');
    expect(renderPage({ hasJson: false })).not.toContain('as JSON');
  });

  it('marks the current entry', () => {
    expect(renderPage()).toContain('<a href="/docs" aria-current="page">');
    expect(renderPage({ path: '/docs/errors/busy' })).toContain('<a href="/docs" aria-current="true">');
  });

  it('applies the chosen colors, or the system’s', () => {
    expect(renderPage({ theme: 'dark' })).toContain('<html lang="en" data-theme="dark">');
    expect(renderPage({ theme: 'dark' })).toContain('value="dark" aria-pressed="true"');
    expect(renderPage()).toContain('value="system" aria-pressed="true"');
  });

  it('applies the chosen density', () => {
    expect(renderPage({ density: 'compact' })).toContain('data-density="compact"');
    expect(renderPage({ density: 'compact' })).toContain('value="compact" aria-pressed="true"');
    expect(renderPage()).toContain('value="comfortable" aria-pressed="true"');
  });

  it('quotes the command for a shell, for any URL', () => {
    expect(renderPage({ path: "/a'b;c" })).toContain('&#39;http://k.test/a%27b;c&#39;');
  });
});
