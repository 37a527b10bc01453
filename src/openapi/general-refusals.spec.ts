import { globSync, readFileSync } from 'node:fs';
import { readContract } from './contract.js';
import { generalRefusals } from './general-refusals.js';

describe('the table of general refusals', () => {
  const { refusals, doors } = readContract();
  const inSource = [...Object.keys(refusals), 'server_error'];
  // Behind a blank stands the status of a code that has two.
  const reached = new Set(
    Object.values(doors).flatMap((door) => door.refusals.map((refusal) => refusal.split(' ')[0] ?? '')),
  );

  it('names every failure that no handler can reach, for somebody must make it', () => {
    expect(inSource.filter((code) => !reached.has(code) && !(code in generalRefusals))).toEqual([]);
  });

  it('names every failure that guards, hooks and the filter throw, even if some handler throws it as well', () => {
    const sourceOf = (file: string): string => readFileSync(file, 'utf8');
    const codeOf = new Map(
      Object.values(refusals)
        .flatMap(({ file }) => [...sourceOf(file).matchAll(/class (\w+) extends DomainError \{[^}]*?code = '(\w+)'/g)])
        .map(([, name, code]) => [name, code]),
    );
    const throwers = globSync('src/**/*.{guard,hook,filter}.ts');
    const thrown = throwers
      .flatMap((file) => [...sourceOf(file).matchAll(/new (\w+)\(/g)])
      .flatMap(([, name]) => codeOf.get(name) ?? []);

    expect(thrown).toEqual(expect.arrayContaining(['malformed_url', 'unsupported_media_type']));
    expect(thrown.filter((code) => !(code in generalRefusals))).toEqual([]);
  });

  it('names no failure that has gone', () => {
    expect(Object.keys(generalRefusals).filter((code) => !inSource.includes(code.split(' ')[0] ?? ''))).toEqual([]);
  });
});
