import { readdirSync, readFileSync } from 'node:fs';
import { minifyCss, minifyScript } from './assets.hook.js';

const listFiles = (ending: string): string[] =>
  readdirSync(new URL('../web/', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(ending),
  );

describe('minifyCss', () => {
  it('removes comments and spaces', () => {
    expect(
      minifyCss(
        '/* Why. */\n@layer a {\n  td.n > b, th :is(i, u) { margin: calc(1rem + 2px) 0; content: " (" attr(href) ")"; }\n}\n',
      ),
    ).toBe('@layer a{td.n>b,th :is(i,u){margin:calc(1rem + 2px) 0;content:" (" attr(href) ")"}}');
  });

  it('removes the spaces around combinators, and keeps those of a sum', () => {
    expect(
      minifyCss(
        'p + p ~ a { top: calc(1px + 2px); }\ntr:nth-child(n + 9) { left: 0; }\n@media (width < calc(1px + 2rem)) {}',
      ),
    ).toBe('p+p~a{top:calc(1px + 2px)}tr:nth-child(n+9){left:0}@media (width < calc(1px + 2rem)){}');
  });

  it('removes quotes around names in selectors, and spaces around slashes outside of quoted text', () => {
    expect(
      minifyCss(
        '[data-a="small"], [aria-label^="Your p"], [type="b2"] { grid-area: 2 / 1; content: " / " / "one: two"; width: calc(1px / 2); }',
      ),
    ).toBe('[data-a=small],[aria-label^="Your p"],[type=b2]{grid-area:2/1;content:" / "/"one: two";width:calc(1px/2)}');
  });

  const sheets = listFiles('.css');

  it.each(sheets)('keeps quoted text in %s', (name) => {
    const text = readFileSync(new URL(`../web/${name}`, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const findQuotedTexts = (sheet: string) => sheet.replaceAll(/="[^"]*"/g, '').match(/"[^"]*"/g) ?? [];

    expect(findQuotedTexts(minifyCss(text))).toEqual(findQuotedTexts(text));
    expect((minifyCss(text).match(/[{}]/g) ?? []).length).toBe((text.match(/[{}]/g) ?? []).length);
  });
});

describe('minifyScript', () => {
  it('removes indentation, empty lines and lines of comments', () => {
    expect(
      minifyScript(
        '/*\n * Why.\n */\nimport a;\n\n/** A. */\nif (a) {\n  // B\n  b("//c", /* d */ 1); // e\n  /* f */ g();\n}\n//# sourceMappingURL=a.js.map',
      ),
    ).toBe('import a;\nif (a) {\nb("//c", /* d */ 1); // e\n/* f */ g();\n}\n');
  });

  const scripts = listFiles('.ts');

  it.each(scripts)('finds no template of several lines in %s', (name) => {
    const lines = readFileSync(new URL(`../web/${name}`, import.meta.url), 'utf8').split('\n');

    expect(lines.filter((line) => line.split('`').length % 2 === 0)).toEqual([]);
  });
});
