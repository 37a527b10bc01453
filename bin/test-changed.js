/*
 * `npm run test:changed`: runs the tests of the modules that differ from the last commit or, when nothing does, that the last commit
 * changed. Pages in a browser and the long tests are for `npm test` and `npm run test:long`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { toTestPatterns } from './changed-tests.js';
import { jest } from './jest.js';
import { launch } from './launch.js';
import { leftOut } from './long-tests.js';
import { root, say } from './prepare.js';

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
const changed = uncommitted.length > 0 ? uncommitted : git('show', '--name-only', '--format=', 'HEAD');

const importersOf = (file) => {
  const reference = `/support/${basename(file, '.ts')}.js'`;
  return git('ls-files', 'test/*.spec.ts', 'test/*.e2e.ts').filter(
    (test) => !test.startsWith('test/browser/') && readFileSync(join(root, test), 'utf8').includes(reference),
  );
};

const patterns = toTestPatterns(changed, importersOf);
if (patterns.length === 0) say('Nothing that a test looks at has changed.');
else
  await launch([...jest, `--testPathIgnorePatterns=${leftOut.join('|')}`, '--passWithNoTests', ...patterns], {
    wants: { build: false },
  });
