import { type SampleProject, openSampleProject } from '../support/sample-project.js';

/** A file with one word that docs/language.md replaces, and the line that names it. */
const planted: readonly (readonly [file: string, text: string, problem: string])[] = [
  ['docs/page.md', '# Page\n\nAsk whoever runs it.\n', 'docs/page.md:3: "whoever"'],
  ['src/a/comment.ts', '/** The door of this module. */\nexport const one = 1;\n', 'src/a/comment.ts:1: "door"'],
  ['src/a/text.page.ts', "export const title = 'Unrealised profit';\n", 'src/a/text.page.ts:1: "Unrealised"'],
  ['src/a/template.ts', 'export const text = `one ${1} cancelled order`;\n', 'src/a/template.ts:1: "cancelled"'],
  ['test/title.spec.ts', "it('lets somebody in', () => undefined);\n", 'test/title.spec.ts:1: "somebody"'],
  ['bin/script.js', '/* Asks a stranger. */\n', 'bin/script.js:1: "stranger"'],
];

const clean: Readonly<Record<string, string>> = {
  'docs/code.md': 'The field `colour`, and\n\n```ts\nconst door = 1;\n```\n',
  'src/a/identifier.ts': "export const status = 'Cancelled';\n",
};

describe('build/check-words.mjs', () => {
  let directory: SampleProject;
  let output: string;
  beforeAll(async () => {
    directory = await openSampleProject({
      ...Object.fromEntries(planted.map(([file, text]) => [file, text])),
      ...clean,
    });
    const { code, stdout } = await directory.run('build/check-words.mjs', directory.directory);
    output = `${stdout}exit ${String(code)}`;
  });
  afterAll(() => directory.close());

  it.each(planted)('finds the word in %s', (_file, _text, problem) => {
    expect(output).toContain(problem);
    expect(output).toContain('exit 1');
  });

  it('accepts code in documents, and values of a single word', () => {
    expect(output).not.toContain('docs/code.md');
    expect(output).not.toContain('src/a/identifier.ts');
  });
});
