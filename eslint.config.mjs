/** Constructs and sizes; the import rules stand in .dependency-cruiser.mjs. Where a rule does not hold, the block says why. */
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { kontor } from './eslint.kontor.mjs';
import { language } from './eslint.language.mjs';

const tests = ['**/*.spec.ts', 'test/**/*.ts'];

/** For every file, whatever its language. */
const everywhere = {
  'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 65, skipBlankLines: true, skipComments: true }],
  'kontor/few-parameters': 'error',
  complexity: ['error', 10],
  eqeqeq: ['error', 'always'],
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
  'kontor/exception-has-a-reason': 'error',
  'language/plain-names': 'error',
};

/** What the service, its column types and its pages may take from Nest without knowing that they are on the web. */
const nestWithoutHttp = [
  'Injectable',
  'Inject',
  'Logger',
  'OnModuleInit',
  'OnModuleDestroy',
  'OnApplicationShutdown',
  'OnApplicationBootstrap',
  'BeforeApplicationShutdown',
];

export default defineConfig(
  globalIgnores(['dist', 'data', 'coverage']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, plugins: { kontor, language } },
  {
    // Rules with types see across files, so ESLint's cache, which knows one file at a time, would answer wrongly.
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      ...everywhere,
      'no-console': 'error',
      'kontor/environment-is-read-once': 'error',
      'kontor/no-forward-ref': 'error',
      'kontor/no-default-export': 'error',
      'kontor/no-enum': 'error',
      'kontor/no-request-scope': 'error',
      'kontor/hooks-are-in-the-pipeline': 'error',
      'kontor/no-empty-name': 'error',
      'kontor/wire-spelling-stays-outside': 'error',
      'kontor/name-has-a-role': 'error',
      'language/truthful-suffix': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Nest's options and validation errors are classes in name only; it asks for literals itself.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  { files: ['src/*/**/*.ts'], ignores: ['src/**/*.*.ts'], rules: { 'kontor/decorated-has-a-role': 'error' } },
  {
    files: ['src/**/*.{service,entity}.ts'],
    rules: {
      'kontor/verb-of-the-trade': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              allowImportNames: nestWithoutHttp,
              message: 'Throw a DomainError; HTTP is not known here.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/{engine,money}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'kontor/runs-to-completion': 'error',
      'no-restricted-globals': [
        'error',
        'Date',
        'performance',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'process',
        'crypto',
        'globalThis',
        'fetch',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'The engine is deterministic: chance comes in as a command.' },
      ],
    },
  },
  // The wire's own spelling is declared here and nowhere else; RFC 9457's problem is a view without a controller.
  {
    files: ['{src,bench}/**/*.{dto,view}.ts', 'src/errors/{problem,domain-error}.ts'],
    rules: { 'kontor/wire-spelling-stays-outside': 'off' },
  },
  // The list of everything that a request passes, and its registration.
  { files: ['src/{app.module,pipeline}.ts'], rules: { 'kontor/hooks-are-in-the-pipeline': 'off' } },
  // Scripts read the pages and the streams of the service, in the spelling of the wire.
  { files: ['src/web/**/*.ts'], rules: { 'kontor/wire-spelling-stays-outside': 'off' } },
  // The types of a library's file, in the words of the library.
  { files: ['src/web/htmx.d.ts'], rules: { 'kontor/name-has-a-role': 'off', 'kontor/no-default-export': 'off' } },
  // The one place that reads the environment.
  { files: ['src/main.ts'], rules: { 'kontor/environment-is-read-once': 'off' } },
  // The JSON of /docs has the fields `room` and `rooms`.
  {
    files: [
      'src/openapi/{documentation.view,operation.view,operation.page}.ts',
      'test/openapi/documentation-{examples,programs}.e2e.ts',
    ],
    rules: { 'language/plain-names': 'off' },
  },
  // These services are functions or built by hand.
  {
    files: [
      'src/exchange/recovery/recovery.service.ts',
      'src/exchange/store/writer-session.service.ts',
      'src/exchange/verification/verify.service.ts',
    ],
    rules: { 'language/truthful-suffix': 'off' },
  },
  // The name is MikroORM's custom.
  { files: ['mikro-orm.config.ts'], rules: { 'kontor/name-has-a-role': 'off' } },
  {
    // Tests read answers as a caller does, without types, and a describe is as long as the subject.
    files: tests,
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'kontor/wire-spelling-stays-outside': 'off',
      'kontor/no-left-out-test': 'error',
      'kontor/test-expects': 'error',
      'language/plain-titles': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  // Migrations are history; the other two files are lists of data.
  {
    files: ['src/migrations/*.ts', 'src/instruments/sandbox/sandbox-market.ts', 'test/engine/mutant-list.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  // A test hands its environment on to the processes that it starts.
  { files: ['test/**/*.ts'], rules: { 'kontor/environment-is-read-once': 'off' } },
  // A benchmark is a program: it prints, the environment says what to measure, and its plain server is another one.
  {
    files: ['bench/**/*.ts'],
    rules: { 'no-console': 'off', 'kontor/environment-is-read-once': 'off', 'kontor/hooks-are-in-the-pipeline': 'off' },
  },
  {
    // Scripts without types. bin/ runs on whatever Node is on the machine, so its syntax is that of 2022.
    files: ['bin/*.js', '**/*.mjs'],
    languageOptions: { ecmaVersion: 2022 },
    rules: {
      ...everywhere,
      'array-callback-return': 'error',
      'no-cond-assign': 'error',
      'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
      'no-dupe-else-if': 'error',
      'no-dupe-keys': 'error',
      'no-empty': 'error',
      'no-fallthrough': 'error',
      'no-implicit-globals': 'error',
      'no-redeclare': 'error',
      'no-return-assign': 'error',
      'no-shadow': 'error',
      'no-undef': 'error',
      'no-unreachable': 'error',
      'no-unused-vars': 'error',
      'no-use-before-define': ['error', { functions: false }],
      'no-useless-escape': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'require-await': 'error',
    },
  },
  {
    files: ['bin/*.js', '**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'Buffer',
          'URL',
          'clearInterval',
          'clearTimeout',
          'console',
          'fetch',
          'process',
          'setInterval',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
