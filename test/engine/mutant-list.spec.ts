import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fragmentPattern, mutants } from './mutant-list.js';

const source = (file: string): string => readFileSync(join(import.meta.dirname, '../../src', file), 'utf8');

describe('the list of mutants', () => {
  it('has texts that occur in the source exactly once', () => {
    const stale = mutants.filter(({ file, from }) => source(file).match(fragmentPattern(from))?.length !== 1);
    expect(stale).toEqual([]);
    expect(mutants.length).toBeGreaterThan(50);
  });
});
