import { readdirSync, readFileSync } from 'node:fs';
import { leanStyle } from './lean-style.js';

describe('leanStyle', () => {
  it('takes out what only readers need', () => {
    expect(
      leanStyle(
        '/* Why. */\n@layer a {\n  td.n > b, th :is(i, u) { margin: calc(1rem + 2px) 0; content: " (" attr(href) ")"; }\n}\n',
      ),
    ).toBe('@layer a{td.n > b,th :is(i,u){margin:calc(1rem + 2px) 0;content:" (" attr(href) ")"}}');
  });

  const sheets = readdirSync(new URL('assets/', import.meta.url)).filter((name) => name.endsWith('.css'));

  it.each(sheets)('changes nothing that stands in quotes in %s', (name) => {
    const text = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const quoted = (sheet: string) => sheet.match(/"[^"]*"/g) ?? [];

    expect(quoted(leanStyle(text))).toEqual(quoted(text));
    expect((leanStyle(text).match(/[{}]/g) ?? []).length).toBe((text.match(/[{}]/g) ?? []).length);
  });
});
