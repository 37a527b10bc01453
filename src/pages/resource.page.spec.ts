import { anonymousPageContext } from '../../test/support/page-context.js';
import type { PageContext } from './page.js';
import { resourcePage, renderScalar } from './resource.page.js';

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

const context: PageContext = { ...anonymousPageContext, path: '/orders?status=Open', baseUrl: 'http://kontor.test' };

const renderPage = (view: unknown, more: Partial<PageContext> = {}) =>
  String(resourcePage(view, { ...context, ...more }).body);

/** The cells of the first table's body, row by row, with their attributes. */
const readCells = (markup: string) =>
  [...markup.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td([^>]*)>(.*?)<\/td>/g)].map(([, attributes, text]) => `${attributes ?? ''}|${text ?? ''}`),
  );

describe('resourcePage', () => {
  it('has the URL as title and the query apart', () => {
    expect(resourcePage([], context).title).toBe('/orders');
    expect(renderPage([])).toContain('<h1>/orders<span class="query">?status=Open</span></h1>');
  });

  it('shows rows as a table with all keys in order of appearance', () => {
    const markup = renderPage([
      { id: 1, side: 'Buy' },
      { id: 2, note: 'late' },
    ]);

    expect([...markup.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, name]) => name)).toEqual([
      'id',
      'side',
      'note',
    ]);
    expect(readCells(markup)).toEqual([
      [' class="n"|1', '|Buy', '|'],
      [' class="n"|2', '|', '|late'],
    ]);
  });

  it('aligns decimals, marks negatives and keeps digits', () => {
    const prices = ['1', '-20.5', '300.25', '0.1250'].map((digits) => ({ price: JSON.rawJSON(digits) }));

    expect(readCells(renderPage(prices)).flat()).toEqual([
      ' class="n short-4 whole"|1',
      ' class="n short-3 neg"|-20.5',
      ' class="n short-2"|300.25',
      ' class="n"|0.1250',
    ]);
  });

  it('keeps a numeric column with missing values, and treats mixed values as text', () => {
    const markup = renderPage([
      { a: 1, b: 1 },
      { a: null, b: 'x' },
    ]);

    expect(markup).toContain('<th scope="col" class="n">a</th><th scope="col">b</th>');
    expect(markup).toMatch(/<td class="n"><span class="none">/);
  });

  it('shows an object as facts with its lists below', () => {
    const markup = renderPage({ id: 7, tags: ['a', 'b'], position: [{ quantity: -3 }], address: { city: 'London' } });

    expect(markup).toContain('<th scope="row">tags</th><td>a, b</td>');
    expect(markup).toMatch(/<th scope="row">address<\/th><td><table class="facts">.*London/s);
    expect(markup).toMatch(
      /<\/table>\s*<h2>position<\/h2>\s*<section class="scroll" tabindex="0" aria-label="position">/,
    );
  });

  it('folds lists inside rows', () => {
    expect(renderPage([{ fills: [{ quantity: 1 }, { quantity: 2 }] }])).toContain(
      '<details><summary>2 entries</summary><table class="rows">',
    );
  });

  it.each([
    [[], 'The list is empty.'],
    [{}, 'There is nothing to show.'],
  ])('says so when there is nothing in %p', (view, expected) => {
    expect(renderPage(view)).toContain(`<p class="empty">${expected}</p>`);
  });

  it.each([
    ['text', '<p>text</p>'],
    [['a', '<b>'], '<ul><li>a</li><li>&lt;b&gt;</li></ul>'],
    [[[1], [2, 3]], '<li><span class="figure">2</span>, <span class="figure">3</span></li>'],
  ])('shows %p', (view, expected) => {
    expect(renderPage(view)).toContain(expected);
  });

  it('links the next page if there is one', () => {
    expect(renderPage([{ id: 1 }], { nextUrl: '/orders?cursor=x' })).toContain(
      '<a href="/orders?cursor=x" rel="next">Next page</a>',
    );
    expect(renderPage([{ id: 1 }])).not.toContain('rel="next"');
  });

  it('escapes names and values', () => {
    const markup = renderPage([{ '<i>': '<b>', nested: [{ '<u>': ['<s>'] }] }], { path: '/<em>?<q>' });

    expect(markup).not.toMatch(/<(i|b|u|s|em|q)>/);
  });

  it('survives deep nesting', () => {
    let view: unknown = 'bottom';
    for (let depth = 0; depth < 500; depth++) view = depth % 2 ? [view] : { deeper: view };

    expect(renderPage(view)).toContain('bottom');
  });

  it('renders a thousand rows in well under a second', () => {
    const rows = Array.from({ length: 1000 }, (_, id) => ({
      id,
      price: id / 8,
      side: 'Buy',
      created_at: '2026-11-20T15:55:31.123Z',
      note: 'n'.repeat(30),
    }));
    const started = performance.now();

    expect(renderPage(rows).match(/<tr><td/g)).toHaveLength(1000);
    expect(performance.now() - started).toBeLessThan(900);
  });
});
