import { html } from './html.js';

describe('html', () => {
  it('escapes text, keeps markup, joins lists and leaves out what is absent', () => {
    const rows = ['<b>', 'a"b'].map((cell) => html`<td>${cell}</td>`);

    expect(String(html`<tr>${rows}${null}${false}${undefined}${0}</tr>`)).toBe('<tr><td>&lt;b&gt;</td><td>a&quot;b</td>0</tr>');
  });
});
