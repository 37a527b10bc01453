import { readdirSync, readFileSync } from 'node:fs';
import { minifyCss } from './assets.hook.js';

describe('minifyCss', () => {
  it('removes comments and spaces', () => {
    expect(
      minifyCss(
        '/* Why. */\n@layer a {\n  td.n > b, th :is(i, u) { margin: calc(1rem + 2px) 0; content: " (" attr(href) ")"; }\n}\n',
      ),
    ).toBe('@layer a{td.n > b,th :is(i,u){margin:calc(1rem + 2px) 0;content:" (" attr(href) ")"}}');
  });

  const sheets = readdirSync(new URL('../web/', import.meta.url)).filter((name) => name.endsWith('.css'));

  it.each(sheets)('keeps quoted text in %s', (name) => {
    const text = readFileSync(new URL(`../web/${name}`, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const findQuotedTexts = (sheet: string) => sheet.match(/"[^"]*"/g) ?? [];

    expect(findQuotedTexts(minifyCss(text))).toEqual(findQuotedTexts(text));
    expect((minifyCss(text).match(/[{}]/g) ?? []).length).toBe((text.match(/[{}]/g) ?? []).length);
  });
});
