import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../support/sample-project.js';

type Lists = Readonly<Record<'enlarged' | 'leftOut' | 'leftToCi' | 'shortened', readonly string[]>>;

const isThere = (test: string): boolean =>
  ['', '.e2e', '.spec'].some((kind) => existsSync(join(checkout, `${test}${kind}.ts`)));
const stripTestSuffix = (path: string): string => path.replace(/\.(?:e2e|spec)\.ts$/, '');

describe('long tests', () => {
  it('exist under the names that `npm test` skips', async () => {
    const { enlarged, leftOut, leftToCi, shortened } = (await import(join(checkout, 'bin', 'long-tests.js'))) as Lists;

    expect([...leftOut, ...leftToCi, ...shortened].filter((test) => !isThere(test))).toEqual([]);
    expect(enlarged.filter((test) => !shortened.includes(test))).toEqual([]);
    expect(leftToCi.filter((test) => [...leftOut, ...enlarged].includes(test))).toEqual([]);
  });

  it('run in full with `npm run test:long`, where `npm test` runs a part', async () => {
    const { shortened } = (await import(join(checkout, 'bin', 'long-tests.js'))) as Lists;
    const inPart = globSync('test/**/*.{e2e,spec}.ts', { cwd: checkout }).filter((path) =>
      /^import .*\/support\/volume\.js';$/m.test(readFileSync(join(checkout, path), 'utf8')),
    );

    expect(inPart.map(stripTestSuffix).sort()).toEqual(shortened);
  });
});
