import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutFiles } from './support/checkout-files.js';
import { readRequirements } from './support/conformance-table.js';
import { checkout } from './support/sample-project.js';
import { listTestNames } from './support/test-names.js';

const files = new Map(checkoutFiles());

/** How many requirements each letter has, in the order of the document. */
const counts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  identity: {
    ...{ T: 28, P: 15, R: 19, C: 12, K: 9, A: 30, I: 10 },
    ...{ B: 14, V: 9, N: 9, D: 11, L: 12, S: 18, Q: 11 },
  },
  venue: { M: 20, I: 7, A: 14, R: 7, P: 12, D: 8 },
};

describe.each(Object.entries(counts))('docs/conformance/%s.md', (name, expected) => {
  const requirements = readRequirements(readFileSync(join(checkout, `docs/conformance/${name}.md`), 'utf8'));

  it('has every requirement once, with its source', () => {
    const ids = Object.entries(expected).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`),
    );

    expect(requirements.map(({ id }) => id)).toEqual(ids);
    expect(requirements.filter(({ text, source }) => text === '' || source === '')).toEqual([]);
  });

  it('names a test for every requirement', () => {
    expect(requirements.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('names files and titles of tests that exist', () => {
    const missing = requirements.flatMap(({ id, tests }) =>
      tests.flatMap(({ file, titles }) => {
        const text = files.get(file);
        if (text === undefined) return [`${id}: no file ${file}`];
        const titlesInFile = titles.length === 0 ? [] : listTestNames(text);
        return titles
          .filter((title) => !titlesInFile.includes(title))
          .map((title) => `${id}: no test “${title}” in ${file}`);
      }),
    );

    expect(missing).toEqual([]);
  });
});

describe('readRequirements', () => {
  it('reads the tables cell by cell', () => {
    const [requirement] = readRequirements(
      '| T01 | a \\| b | §1 | `test/a.e2e.ts`: “one”, “two”<br>`test/b.e2e.ts` |\n',
    );

    expect(requirement).toEqual({
      id: 'T01',
      text: 'a | b',
      source: '§1',
      tests: [
        { file: 'test/a.e2e.ts', titles: ['one', 'two'] },
        { file: 'test/b.e2e.ts', titles: [] },
      ],
    });
  });
});

describe('listTestNames', () => {
  it('finds names, groups and rows of tables, and nothing else', () => {
    const text = `
      // a comment
      describe('a group', () => {
        const rows = [['a row', 'no name']];
        it.each(rows)('a table', () => expect('a text').toBe(1));
      });`;

    expect(listTestNames(text)).toEqual(['a group', 'a row', 'a table']);
  });

  it('finds the cases of the engine’s tables', () => {
    expect(listTestNames('const cases = `\n# an order rests\n  a buys 1 ->\n# ! a limit is kept\n`;')).toEqual([
      'an order rests',
      'a limit is kept',
    ]);
  });
});
