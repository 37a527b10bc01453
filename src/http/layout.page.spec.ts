import { html } from './html.js';
import { layout } from './layout.page.js';
import type { Visit } from './page.js';

const visit: Visit = {
  path: '/docs',
  baseUrl: 'http://k.test',
  version: '1.2.3',
  requestId: 'r-1',
  person: null,
  flash: null,
  theme: null,
  next: null,
  asset: (name) => `/assets/hash-${name}`,
};

const shown = (more: Partial<Visit> = {}) => String(layout({ title: 'A <title>', body: html`<h1>Body</h1>` }, { ...visit, ...more }));

describe('layout', () => {
  it('frames a page: language, title, landmarks, version, request and how to have it as JSON', () => {
    for (const part of ['<html lang="en">', '<title>A &lt;title&gt; – Kontor</title>', '<header', '<nav', '<main id="main"', '<footer', 'Kontor 1.2.3', 'r-1', '&#39;http://k.test/docs&#39;']) {
      expect(shown()).toContain(part);
    }
  });

  it('takes style and script from hashed addresses only', () => {
    expect(shown()).toContain('href="/assets/hash-kontor.css"');
    expect(shown()).toContain('src="/assets/hash-kontor.js"');
    expect(shown()).not.toMatch(/<style|style=|<script>|\son\w+=/);
  });

  it('says a flash message as a status, and says nothing where there is none', () => {
    expect(shown({ flash: 'Login is required <now>.' })).toContain('<p class="flash" role="status">Login is required &lt;now&gt;.</p>');
    expect(shown()).not.toContain('role="status"');
  });

  it('names who is signed in', () => {
    expect(shown({ person: 'ada@k.test' })).toContain('Signed in as <strong>ada@k.test</strong>');
    expect(shown()).not.toContain('Signed in');
  });

  it('marks where the reader is', () => {
    expect(shown()).toContain('<a href="/docs" aria-current="page">');
    expect(shown({ path: '/docs/errors/busy' })).toContain('<a href="/docs/errors" aria-current="true">');
  });

  it('remembers a choice of colours, and otherwise leaves it to the system', () => {
    expect(shown({ theme: 'dark' })).toContain('<html lang="en" data-theme="dark">');
    expect(shown({ theme: 'dark' })).toContain('value="dark" aria-pressed="true"');
    expect(shown()).toContain('value="system" aria-pressed="true"');
  });

  it('gives a command that a shell takes as one word, whatever the address', () => {
    expect(shown({ path: "/a'b;c" })).toContain("&#39;http://k.test/a%27b;c&#39;");
  });
});
