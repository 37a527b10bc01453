import * as checks from './support/asvs-checks.js';
import { checkoutFiles } from './support/checkout-files.js';

const LEVELS = '{ "1.1": [2, 3], "1.2": [1] }';

/** A small page that is right: a row for each requirement of levels 1 and 2, and the counts. */
const page = ({
  rows = ['| 1.1.1 | 2 | decoding | met | `src/a.ts` |', '| 1.2.1 | 1 | escaping | open | Nothing escapes yet. |'],
  one = '0 | 0 | 0 | 1 | 1',
  two = '1 | 0 | 0 | 0 | 1',
  both = '1 | 0 | 0 | 1 | 2',
} = {}) => `# Answers\n\n| 1 | ${one} |\n| 2 | ${two} |\n| 1 and 2 | ${both} |\n\n${rows.join('\n')}\n`;
const open = '| 1.2.1 | 1 | escaping | open | Nothing escapes yet. |';
const files = (text: string) =>
  new Map([
    ['docs/security/asvs.md', text],
    ['docs/security/asvs-5.0.0.json', LEVELS],
    ['src/a.ts', 'code'],
    ['test/a.e2e.ts', "it('is tested')"],
  ]);
const withRow = (row: string) => page({ rows: [row, open] });

type Row = readonly [check: keyof typeof checks, page: string, complaint: string];

/** Each check, a page with one fault, and the one complaint about it. */
const wrong: readonly Row[] = [
  ['asvsNumbersAreComplete', page({ rows: [open] }), 'docs/security/asvs.md: 1.1.1 is missing'],
  [
    'asvsNumbersAreComplete',
    page({ rows: ['| 1.1.1 | 2 | decoding | met | `src/a.ts` |', open, open] }),
    'docs/security/asvs.md: 1.2.1 is there twice',
  ],
  [
    'asvsNumbersAreComplete',
    withRow('| 1.1.1 | 1 | decoding | met | `src/a.ts` |'),
    'docs/security/asvs.md: 1.1.1 is not a requirement of level 1',
  ],
  [
    'asvsNumbersAreComplete',
    page({
      rows: ['| 1.1.1 | 2 | decoding | met | `src/a.ts` |', '| 1.1.2 | 3 | ordering | met | `src/a.ts` |', open],
    }),
    'docs/security/asvs.md: 1.1.2 is not a requirement of level 3',
  ],
  [
    'asvsNumbersAreComplete',
    withRow('| 1.1.1 | 2 | decoding | nearly | `src/a.ts` |'),
    'docs/security/asvs.md: 1.1.1 has no status, but "nearly"',
  ],
  [
    'asvsNumbersAreComplete',
    withRow('| 1.1.1 | 2 | decoding | deviation |  |'),
    'docs/security/asvs.md: 1.1.1 says nothing',
  ],
  [
    'asvsEvidenceExists',
    withRow('| 1.1.1 | 2 | decoding | met | Of course. |'),
    'docs/security/asvs.md: 1.1.1 is met and names no file',
  ],
  [
    'asvsEvidenceExists',
    withRow('| 1.1.1 | 2 | decoding | met | `src/a.ts`, `src/gone.ts` |'),
    'docs/security/asvs.md: 1.1.1 names src/gone.ts, which is not there',
  ],
  [
    'asvsEvidenceExists',
    withRow('| 1.1.1 | 2 | decoding | met | `test/a.e2e.ts` “is not tested” |'),
    'docs/security/asvs.md: 1.1.1 names a test "is not tested", which is not in test/a.e2e.ts',
  ],
  [
    'asvsCountsAreRight',
    page({ two: '0 | 1 | 0 | 0 | 1' }),
    'docs/security/asvs.md: the counts should be | 2 | 1 | 0 | 0 | 0 | 1 |',
  ],
  [
    'asvsCountsAreRight',
    page({ both: '2 | 0 | 0 | 0 | 2' }),
    'docs/security/asvs.md: the counts should be | 1 and 2 | 1 | 0 | 0 | 1 | 2 |',
  ],
];

describe('docs/security/asvs.md', () => {
  it.each(Object.entries(checks))('%s finds nothing wrong in this checkout', (_, check) => {
    expect(check(checkoutFiles())).toEqual([]);
  });

  it.each(Object.entries(checks))('%s finds nothing wrong with a page that is right', (_, check) => {
    expect(check(files(page()))).toEqual([]);
  });

  it.each(wrong)('%s finds the fault in %j', (name, text, complaint) => {
    expect(checks[name](files(text))).toEqual([complaint]);
  });

  it('has a fault for every check', () => {
    expect(Object.keys(checks).filter((name) => !wrong.some(([check]) => check === name))).toEqual([]);
  });
});
