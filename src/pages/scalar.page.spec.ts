import { renderScalar } from './scalar.page.js';

const renderValue = (value: unknown) => String(renderScalar(value, 'http://kontor.test'));

describe('renderScalar', () => {
  it.each([
    ['text', 'text'],
    ['<b>&"', '&lt;b&gt;&amp;&quot;'],
    [true, 'yes'],
    [false, 'no'],
    [0, '<span class="figure">0</span>'],
    [-1.5, '<span class="figure neg">-1.5</span>'],
    [JSON.rawJSON('100.10'), '<span class="figure">100.10</span>'],
    ['2026-11-20', '<time datetime="2026-11-20">2026-11-20</time>'],
    ['2026-11-20T15:55:31.123Z', '<time datetime="2026-11-20T15:55:31.123Z">2026-11-20 15:55:31.123Z</time>'],
    ['2026-99-99', '2026-99-99'],
    [new Date(0), '<time datetime="1970-01-01T00:00:00.000Z">1970-01-01 00:00:00.000Z</time>'],
    ['kc_9f8a7b6c5d4e3f2a1b0c', '<code class="copy">kc_9f8a7b6c5d4e3f2a1b0c</code>'],
  ])('%p reads %s', (value, expected) => {
    expect(renderValue(value)).toBe(expected);
  });

  it.each([null, undefined])('announces %p as none', (value) => {
    expect(renderValue(value)).toBe(
      '<span class="none"><span aria-hidden="true">–</span><span class="hidden">none</span></span>',
    );
  });

  it.each([
    '/docs',
    '/orders/7',
    '/orders?cursor=a%3D&per_page=10',
    'http://kontor.test',
    'http://kontor.test/docs/errors/busy',
  ])('links %s', (address) => {
    expect(renderValue(address)).toBe(
      `<a href="${address.replaceAll('&', '&amp;')}">${address.replaceAll('&', '&amp;')}</a>`,
    );
  });

  it.each([
    '/ES',
    '//evil.test/docs',
    '/\\evil.test',
    '/oauth/client/:client_id',
    '/orders/{id}',
    'http://kontor.test.evil.test/',
    'https://elsewhere.test/',
    'javascript:alert(1)',
    'http://kontor.test/ and more',
  ])('does not link %s', (text) => {
    expect(renderValue(text)).not.toContain('href');
  });
});
