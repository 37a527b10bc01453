import { globSync, readdirSync, readFileSync } from 'node:fs';
import { minifyCss, minifyScript } from './assets.hook.js';

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

describe('minifyScript', () => {
  it('removes the lines of comments, blank lines and indentation', () => {
    const script = `/* About the file. */
import './keys.js';

/**
 * Several lines.
 */
function answer() {
    // The reason.
    return '/* kept */ // kept'; // beside code it stays
}
/* before code it stays */ answer();
/* The end. */
//# sourceMappingURL=x.js.map
`;
    expect(minifyScript(script)).toBe(
      "import './keys.js';\nfunction answer() {\nreturn '/* kept */ // kept'; // beside code it stays\n}\n/* before code it stays */ answer();",
    );
  });

  it('meets no template literal of several lines, which would lose its indentation', () => {
    const scripts = globSync('src/{web/*,money/price-text,marketdata/price-change}.ts');
    const broken = scripts.filter((file) =>
      /`[^`\n]*\n[^`]*`/.test(readFileSync(file, 'utf8').replaceAll(/`[^`\n]*`/g, '')),
    );
    expect(scripts.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });
});
