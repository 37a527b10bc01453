import { checkoutFiles } from './support/checkout-files.js';
import * as checks from './support/document-checks.js';

const decision =
  '# 1. One\n\nStatus: accepted · 2026-01-31\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';
const listing = (...names: string[]) =>
  `const migrations = [${names.map((name) => `{ name: '${name}', class: M }`).join(', ')}];`;

/** Words that may not stand anywhere, put together here so that this file does not accuse itself. */
const [desk, registry, author] = [['', 'work', ''].join('/'), ['registry', 'npmjs'].join('.'), ['Cl', 'aude'].join('')];

type Row = readonly [check: keyof typeof checks, files: Readonly<Record<string, string>>, complaint: string];

/** Each check, a small wrong project, and the one complaint about it. */
const wrong: readonly Row[] = [
  ['linksResolve', { 'README.md': 'See [map](docs/MAP.md).' }, 'README.md: docs/MAP.md leads nowhere'],
  ['linksResolve', { 'docs/a.md': 'See [map](a.md), [us](../src/).' }, 'docs/a.md: ../src/ leads nowhere'],
  [
    'linksResolve',
    { 'README.md': '[x](#running-it)\n\n# Running\n' },
    'README.md: #running-it names no heading of README.md',
  ],
  [
    'linksResolve',
    { 'README.md': '[x](a.md#run)', 'a.md': '```sh\n# Run\n```\n' },
    'README.md: a.md#run names no heading of a.md',
  ],
  ['linksResolve', { 'README.md': 'See [map][1].\n\n[1]: gone.md\n' }, 'README.md: gone.md leads nowhere'],
  [
    'namedFilesExist',
    { 'README.md': 'It is decided in `src/http/gone.hook.ts`.' },
    'README.md: there is no src/http/gone.hook.ts',
  ],
  [
    'glossaryNamesExist',
    {
      'docs/glossary.md': '| order | `Order` in `src/engine/order.ts` |',
      'src/engine/order.ts': 'class EngineOrder {}',
    },
    'docs/glossary.md: Order is not declared in src/engine/order.ts',
  ],
  [
    'namedScriptsExist',
    { 'README.md': 'Then `npm run polish`.', 'package.json': '{"scripts":{"check":"x"}}' },
    'README.md: package.json has no script for "npm run polish"',
  ],
  ['readmeIsShort', { 'README.md': 'x'.repeat(6001) }, 'README.md has 6001 bytes, more than 6000'],
  ['decisionsAreComplete', { 'docs/decisions/0002-two.md': decision }, 'docs/decisions/0002-two.md is not number 0001'],
  [
    'decisionsAreComplete',
    { 'docs/decisions/0001-one.md': decision.replace('# 1.', '# 2.') },
    'docs/decisions/0001-one.md is not headed "# 1. …"',
  ],
  [
    'decisionsAreComplete',
    { 'docs/decisions/0001-one.md': decision.replace(' · 2026-01-31', '') },
    'docs/decisions/0001-one.md has no line "Status: accepted · 2026-01-31"',
  ],
  [
    'decisionsAreComplete',
    { 'docs/decisions/0001-one.md': decision.replace('A.\n\n', '') },
    'docs/decisions/0001-one.md says nothing below "## Context"',
  ],
  [
    'changelogHasUnreleased',
    { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n' },
    'CHANGELOG.md begins with ## 1.0.0 instead of "## Unreleased"',
  ],
  ['noForeignWords', { 'src/a.ts': `// see ${desk}main` }, `src/a.ts:1 says "${desk}"`],
  ['noForeignWords', { '.npmrc': `\nregistry=https://${registry}.org` }, `.npmrc:2 says "${registry}"`],
  ['noForeignWords', { 'README.md': `Written with ${author}.` }, `README.md:1 says "${author}"`],
  ['noDrawers', { 'src/http/utils.ts': '' }, 'src/http/utils.ts is a drawer: name it after what it holds'],
  ['noDrawers', { 'src/common/accept.ts': '' }, 'src/common/accept.ts is a drawer: name it after what it holds'],
  ['noDrawers', { 'src/users/index.ts': '' }, 'src/users/index.ts is a drawer: name it after what it holds'],
  [
    'migrationsAreListed',
    { 'mikro-orm.config.ts': listing(), 'src/migrations/0001-a.ts': '' },
    'src/migrations/0001-a.ts is not listed in mikro-orm.config.ts',
  ],
  [
    'migrationsAreListed',
    { 'mikro-orm.config.ts': listing('0001-a') },
    'mikro-orm.config.ts lists src/migrations/0001-a.ts, which is not there',
  ],
  [
    'migrationsAreListed',
    {
      'mikro-orm.config.ts': listing('0002-a', '0001-b'),
      'src/migrations/0002-a.ts': '',
      'src/migrations/0001-b.ts': '',
    },
    'src/migrations/0001-b.ts is out of its order',
  ],
  [
    'migrationsAreListed',
    {
      'mikro-orm.config.ts': listing('0002-a', '0002-b'),
      'src/migrations/0002-a.ts': '',
      'src/migrations/0002-b.ts': '',
    },
    'src/migrations/0002-b.ts is out of its order',
  ],
  [
    'faultsHaveRows',
    { 'test/faults/kills.e2e.ts': '' },
    'test/faults/kills.e2e.ts does not have exactly one row in docs/faults.md',
  ],
  [
    'faultsHaveRows',
    { 'docs/faults.md': '| kill -9 | `npm run faults -- kills` |\n' },
    'docs/faults.md has a row kills without a test',
  ],
];

describe('the documents', () => {
  it.each(Object.entries(checks))('%s holds in this checkout', (_, check) => {
    expect(check(checkoutFiles())).toEqual([]);
  });

  it.each(wrong)('%s can fail: %j', (name, files, complaint) => {
    expect(checks[name](new Map(Object.entries(files)))).toEqual([complaint]);
  });

  it('have no check that cannot fail', () => {
    expect(Object.keys(checks).filter((name) => !wrong.some(([check]) => check === name))).toEqual([]);
  });
});
