type ToTestPatterns = (changedFiles: readonly string[], importersOf: (file: string) => string[]) => string[];

// bin/ is plain JavaScript, because it runs before anything is installed.
const program = '../../bin/changed-tests.js';
const { toTestPatterns } = (await import(program)) as { toTestPatterns: ToTestPatterns };

const importersOf = (file: string) => [`test/importer-of-${file.split('/').at(-1) ?? ''}`];

describe('npm run test:changed', () => {
  it.each([
    [
      'code of a module: the specs beside it and the folder of the module',
      'src/orders/forms/ticket.page.ts',
      ['src/orders/forms/[^/]+\\.spec', 'test/orders/'],
    ],
    [
      'a module with two folders of tests',
      'src/auth/tokens/tokens.service.ts',
      ['src/auth/tokens/[^/]+\\.spec', 'test/auth/', 'test/oauth/'],
    ],
    ['code of pages', 'src/pages/layout.page.ts', ['src/pages/[^/]+\\.spec', 'test/home/', 'test/http/']],
    ['a script of pages', 'src/web/live/live.ts', ['src/web/live/[^/]+\\.spec', 'test/home/']],
    ['a test: itself', 'test/users/users.e2e.ts', ['test/users/users.e2e.ts']],
    ['data of tests: their folder', 'test/matrix/orders.ts', ['test/matrix/']],
    ['support of tests: the tests that import it', 'test/support/people.ts', ['test/importer-of-people.ts']],
    ['a document', 'docs/backup.md', ['test/documents']],
    ['a rule', 'eslint.kontor.mjs', ['test/machine/construct-rules', 'test/machine/import-rules']],
    ['what no test looks at', '.gitignore', []],
  ])('runs, for %s', (_, file, patterns) => {
    expect(toTestPatterns([file], importersOf)).toEqual(patterns);
  });

  it('names each test once', () => {
    expect(toTestPatterns(['docs/a.md', 'docs/b.md'], importersOf)).toEqual(['test/documents']);
  });
});
