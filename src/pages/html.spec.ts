import { html, renderJsonAttribute } from './html.js';

describe('html', () => {
  it('escapes text, keeps markup, joins lists and omits null', () => {
    const rows = ['<b>', 'a"b'].map((cell) => html`<td>${cell}</td>`);

    expect(String(html`<tr>${rows}${null}${false}${undefined}${0}</tr>`)).toBe(
      '<tr><td>&lt;b&gt;</td><td>a&quot;b</td>0</tr>',
    );
  });

  it('shows invisible and direction-changing characters as code points, and keeps all scripts', () => {
    expect(String(html`${'a\u202eb\u0000c\u2066d\ufeffe\u001b[31m\ud800'}`)).toBe(
      'a[U+202E]b[U+0000]c[U+2066]d[U+FEFF]e[U+001B][31m[U+D800]',
    );
    expect(String(html`${'قلم 😀 می‌روم é\n\t\r'}`)).toBe('قلم 😀 می‌روم é\n\t\r');
  });

  it('quotes JSON in an attribute with single quotes, and escapes everything that could end it', () => {
    const attribute = renderJsonAttribute(JSON.stringify({ a: '<b> & "c" \'d\'' }));

    expect(String(html`<p data-a=${attribute}></p>`)).toBe(
      '<p data-a=\'{"a":"&lt;b&gt; &amp; \\"c\\" &#39;d&#39;"}\'></p>',
    );
  });
});
