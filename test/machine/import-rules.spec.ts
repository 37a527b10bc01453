import { join } from 'node:path';
import { checkout, type SampleProject, openSampleProject } from '../support/sample-project.js';

type Ladder = Readonly<Record<string, readonly string[]>>;

const { shared, features } = (await import(join(checkout, '.dependency-cruiser.mjs'))) as {
  shared: Ladder;
  features: Ladder;
};

const modules = [...Object.keys(shared), ...Object.keys(features), 'engine', 'money'];

/** Every module with the modules of its list that it may not import. */
const forbiddenModules = [shared, features].flatMap((ladder) =>
  Object.entries(ladder).map(
    ([module, below]) =>
      [module, Object.keys(ladder).filter((other) => other !== module && !below.includes(other))] as const,
  ),
);

/** The targets of imports: a plain file per module, and in `users` one file of every role. */
const roles = ['module', 'controller', 'service', 'entity', 'guard', 'dto', 'view', 'page', 'spec'];
const targets = [
  ...modules.map((module) => `src/${module}/thing.ts`),
  'src/unlisted/thing.ts',
  'bench/thing.ts',
  'build/thing.ts',
  ...roles.map((role) => `src/users/user.${role}.ts`),
];

/** The rule, a file, and the import with which it breaks that rule and no other. */
const violations: readonly (readonly [rule: string, file: string, imported: string | null])[] = [
  ['no-cycles', 'src/users/egg.ts', './hen.js'],
  ['no-barrels', 'src/users/customer.ts', '../money/index.js'],
  ['no-orphans', 'src/users/nobody-wants-me.ts', null],
  ['resolvable', 'src/users/lost.ts', './nowhere.js'],
  ['declared', 'src/users/lucky.ts', 'acorn'],
  ['no-dev-in-production', 'src/users/careless.ts', 'fast-check'],
  ['no-test-in-production', 'src/users/tested.ts', '../../test/support/test-app.js'],
  ['no-test-in-production', 'src/users/self-tested.ts', './user.spec.js'],
  ['no-test-in-production', 'src/users/measured.ts', '../../bench/thing.js'],
  ['no-test-in-production', 'src/users/made.ts', '../../build/thing.js'],
  ['bin-needs-nothing', 'bin/start.js', 'fastify'],
  ['bin-needs-nothing', 'bin/stop.js', '../src/users/thing.js'],

  ['module-is-listed', 'src/process/seed.ts', '../unlisted/thing.js'],
  ['core-imports-nothing', 'src/engine/book.ts', '../errors/thing.js'],
  ['core-imports-nothing', 'src/engine/clock.ts', 'node:timers'],
  ['core-imports-nothing', 'src/money/decimal.ts', 'class-validator'],
  ['column-type-imports-orm-only', 'src/money/price.type.ts', '../errors/thing.js'],
  ['shared-imports-no-feature', 'src/http/curious.ts', '../users/thing.js'],
  ['shared-imports-no-feature', 'src/http/greedy.ts', '../engine/thing.js'],
  ['no-import-of-entry-points', 'src/users/climber.ts', '../app.module.js'],
  ['no-import-of-entry-points', 'src/http/caller.ts', '../commands/seed.js'],
  ['orm-config-for-database-only', 'src/users/list.ts', '../../mikro-orm.config.js'],
  ['scripts-for-browsers', 'src/web/clever.ts', '../errors/thing.js'],
  ['scripts-for-browsers-only', 'src/users/fancy.ts', '../web/clever.js'],
  ['migrations-are-frozen', 'src/migrations/Migration1.ts', '../money/thing.js'],
  ['feature-public-files-only', 'src/clients/burglar.ts', '../users/user.page.js'],
  ['combining-public-files-only', 'src/desk/guest.ts', '../users/user.controller.js'],
  ...forbiddenModules.flatMap(([room, others]) =>
    others.map(
      (other) => [`only-what-${room}-may-use`, `src/${room}/asks-${other}.ts`, `../${other}/thing.js`] as const,
    ),
  ),

  ['pure-is-pure', 'src/users/password.ts', '@nestjs/common'],
  ['pure-is-pure', 'src/http/cookies.ts', 'fastify'],
  ['controller-to-database', 'src/users/hasty.controller.ts', './user.entity.js'],
  ['controller-to-database', 'src/users/bold.controller.ts', '@mikro-orm/core'],
  ['service-to-http', 'src/users/web.service.ts', '../http/thing.js'],
  ['service-to-http', 'src/users/vain.service.ts', './user.view.js'],
  ['entity-to-outside', 'src/users/busy.entity.ts', './user.service.js'],
  ['entity-to-outside', 'src/users/valid.entity.ts', 'class-validator'],
  ['view-to-framework', 'src/users/heavy.view.ts', '@mikro-orm/core'],
  ['view-to-framework', 'src/users/heavy.page.ts', '@nestjs/common'],
  ['page-to-entity', 'src/users/prying.page.ts', './user.entity.js'],
  ['dto-to-anything', 'src/users/knowing.dto.ts', './user.entity.js'],
  ['dto-to-anything', 'src/users/nested.dto.ts', '@nestjs/common'],

  ['tests-use-the-interface', 'test/users.e2e.ts', '../src/users/user.service.js'],
  ['tests-use-the-interface', 'bench/users.ts', '../src/users/thing.js'],
];

/** What the house does all day. */
const validImports: readonly (readonly [file: string, imported: string])[] = [
  ['src/engine/matching.ts', '../money/thing.js'],
  ['src/commands/user-actions.ts', '../users/user.view.js'],
  ['src/desk/sight.page.ts', '../users/user.page.js'],
  ['src/engine/matching.spec.ts', 'fast-check'],
  ['src/money/decimal.type.ts', '@mikro-orm/core'],
  ['src/http/error.filter.ts', '@nestjs/common'],
  ['src/database/database.module.ts', '../../mikro-orm.config.js'],
  ['src/database/migrate.ts', '@mikro-orm/core'],
  ['src/clients/client.entity.ts', '../users/user.entity.js'],
  ['src/clients/clients.service.ts', '../users/user.service.js'],
  ['src/clients/clients.module.ts', '../users/user.module.js'],
  ['src/users/users.page.ts', '../http/thing.js'],
  ['src/users/users.dto.ts', 'class-validator'],
  ['src/commands/seed.ts', '../users/user.service.js'],
  ['src/commands/serve.ts', '../app.module.js'],
  ['src/migrations/Migration2.ts', '@mikro-orm/migrations'],
  ['test/engine/book.spec.ts', '../../src/engine/thing.js'],
  ['test/support/test-app.ts', '../../src/app.module.js'],
  ['bin/check.js', 'node:fs'],
];

const files = Object.fromEntries([
  ...targets.map((file) => [file, 'export const thing = 1;\n']),
  ['src/users/hen.ts', "import './egg.js';\n"],
  ['src/money/index.ts', "export * from './thing.js';\n"],
  [
    'src/app.module.ts',
    targets
      .filter((file) => file.startsWith('src/') && !/unlisted|[.]spec[.]/.test(file))
      .map((file) => `import '${file.replace('src/', './').replace('.ts', '.js')}';\n`)
      .join(''),
  ],
  ['mikro-orm.config.ts', "import './src/users/user.entity.js';\n"],
  ...validImports.map(([file, imported]) => [file, `import '${imported}';\n`]),
  ...violations.map(([, file, imported]) => [file, imported === null ? 'export {};\n' : `import '${imported}';\n`]),
]) as Record<string, string>;

type Report = {
  summary: {
    violations: { from: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string; comment: string }[] };
  };
};

describe('the import rules', () => {
  let project: SampleProject;
  let summary: Report['summary'];

  beforeAll(async () => {
    project = await openSampleProject(files);
    const { stdout } = await project.run(
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--output-type',
      'json',
      'src',
      'test',
      'bench',
      'build',
      'bin',
      'mikro-orm.config.ts',
    );
    ({ summary } = JSON.parse(stdout) as Report);
  }, 60_000);
  afterAll(() => project.close());

  const findBrokenRules = (file: string) => [
    ...new Set(summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)),
  ];

  it('reject imports of auth', () => {
    expect(Object.entries(features).filter(([, below]) => below.includes('auth'))).toEqual([]);
  });

  it.each(violations)('%s rejects %s importing %s', (rule, file) => {
    expect(findBrokenRules(file)).toEqual([rule]);
  });

  it.each(validImports)('accept %s importing %s', (file) => {
    expect(findBrokenRules(file)).toEqual([]);
  });

  it('each have a planted violation and a comment', () => {
    const broken = new Set(violations.map(([rule]) => rule));

    expect(summary.ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
    for (const { comment } of summary.ruleSetUsed.forbidden) expect(comment).toMatch(/\w+ \w+.*\.$/);
  });
});
