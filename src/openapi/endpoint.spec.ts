import { globSync, readFileSync } from 'node:fs';
import { readContract } from './contract.js';
import { generalErrors, universalErrors } from './endpoint.js';

describe('general errors', () => {
  const { errorsByCode, operations } = readContract();
  const codesInSource = [...Object.keys(errorsByCode), 'server_error'];
  // Behind a blank stands the status of a code that has two.
  const reached = new Set(
    Object.values(operations).flatMap((operation) =>
      operation.errorCodes.map((refusal) => refusal.split(' ')[0] ?? ''),
    ),
  );

  it('list every error that no handler throws', () => {
    expect(codesInSource.filter((code) => !reached.has(code) && !(code in generalErrors))).toEqual([]);
  });

  it('list every error that guards, hooks and the filter throw', () => {
    const readSource = (file: string): string => readFileSync(file, 'utf8');
    const codeByClass = new Map(
      Object.values(errorsByCode)
        .flatMap(({ file }) => [...readSource(file).matchAll(/class (\w+) extends domainError\(\s*'\w+',\s*'(\w+)'/g)])
        .map(([, name, code]) => [name, code]),
    );
    // The guards of a route are found from its handler; those of every request are not.
    const guards = [...readSource('src/pipeline.ts').matchAll(/from '\.\/(.*\.guard)\.js'/g)].map(
      ([, path]) => `src/${path}.ts`,
    );
    const sourceFiles = [...guards, ...globSync('src/**/*.{hook,filter}.ts')];
    const thrown = sourceFiles
      .flatMap((file) => [...readSource(file).matchAll(/new (\w+)\(/g)])
      .flatMap(([, name]) => codeByClass.get(name) ?? []);

    expect(thrown).toEqual(expect.arrayContaining(['malformed_url', 'unsupported_media_type']));
    expect(thrown.filter((code) => !(code in generalErrors))).toEqual([]);
  });

  it('are listed in docs/http.md where every endpoint has them', () => {
    const [, listed = ''] =
      /^Every endpoint may answer with ([^]+?)\. /m.exec(readFileSync('docs/http.md', 'utf8')) ?? [];

    expect([...listed.matchAll(/`(\w+)`/g)].map(([, code]) => code).sort()).toEqual([...universalErrors].sort());
  });

  it('list no error that does not exist', () => {
    expect(Object.keys(generalErrors).filter((code) => !codesInSource.includes(code.split(' ')[0] ?? ''))).toEqual([]);
  });
});
