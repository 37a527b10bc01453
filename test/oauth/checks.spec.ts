import { checksClaimedIn, claims } from '../support/test-names.js';

/** The checks that an honest identity service passes, by what they look at. Each has a number behind its letter: T01 … T28. */
const chapters: readonly (readonly [letter: string, subject: string, checks: number])[] = [
  ['T', 'the token endpoint', 28],
  ['P', 'the password grant, and acting for a customer', 15],
  ['R', 'refresh', 19],
  ['C', 'authorization codes', 12],
  ['K', 'PKCE', 9],
  ['A', 'the authorization endpoint', 30],
  ['I', 'id tokens', 10],
  ['B', 'access tokens at resources', 14],
  ['V', 'revocation', 9],
  ['N', 'introspection', 9],
  ['D', 'discovery and keys', 11],
  ['L', 'logout', 12],
  ['S', 'everything at once', 18],
  ['Q', 'API keys', 11],
];

const numbered = (letter: string, checks: number): string[] =>
  Array.from({ length: checks }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
const all = chapters.flatMap(([letter, , checks]) => numbered(letter, checks));

describe('the 207 checks of identity', () => {
  const claimed = claims();

  it('are 207', () => {
    expect(new Set(all).size).toBe(207);
  });

  it.each(chapters)('%s: %s, each of which a test claims by its name', (letter, _subject, checks) => {
    expect(numbered(letter, checks).filter((id) => !claimed.has(id))).toEqual([]);
  });

  it('are not claimed by tests that mean another one', () => {
    expect([...claimed.keys()].filter((id) => /^[TPRCKAIBVNDLSQ]/.test(id) && !all.includes(id))).toEqual([]);
  });

  it('are found in names, groups and tables, and nowhere else', () => {
    const text = `
      // T01: a comment claims nothing
      describe('T02, T03: a group', () => {
        const rows = [['T04', 'T05: no name'], ['T06: a row', 1]];
        it.each(rows)('%s T07: a table', () => expect('T08: a text').toBe(\`T09: a text\`));
        it(\`T10–T12: a template \${1}\`, () => undefined);
        it('says T13 in passing', () => undefined);
      });`;

    expect(checksClaimedIn(text).sort()).toEqual(['T02', 'T03', 'T04', 'T06', 'T07', 'T10', 'T11', 'T12']);
  });
});
