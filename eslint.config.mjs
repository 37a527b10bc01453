import tseslint from 'typescript-eslint';

const roles = 'module,controller,service,entity,guard,strategy,filter,hook,decorator,type,gateway,dto,view,page';
const never = (selector, message) => ({ selector, message });

/** Constructs that the import rules cannot see. */
const everywhere = [
  never("MemberExpression[object.name='process'][property.name='env']", 'Only main.ts and mikro-orm.config.ts hand the environment to readConfig().'),
  never("CallExpression[callee.name='forwardRef']", 'A cycle: find the third thing.'),
  never('ExportDefaultDeclaration', 'Names travel; defaults are renamed on the way.'),
  never('TSEnumDeclaration', 'Use a union of string literals.'),
  never("Property[key.name='scope'][value.object.name='Scope']", 'Providers are singletons; the request travels in arguments.'),
];

const tests = ["**/*.spec.ts", "test/**/*.ts"];

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'data', '*.mjs', 'bin'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 50, skipComments: true }],
      'max-params': ['error', 4],
      complexity: ['error', 10],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...everywhere],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['src/**/*.*.ts'],
    ignores: [`src/**/*.{${roles},spec}.ts`],
    rules: { 'no-restricted-syntax': ['error', never('Program', `A second dot must name a role: ${roles}.`)] },
  },
  {
    files: ['src/*/**/!(*.*).ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, never('Decorator', 'A decorated class needs a role suffix.')] },
  },
  {
    files: ['src/**/*.{service,entity}.ts'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: '@nestjs/common', allowImportNames: ['Injectable', 'Inject', 'Logger', 'OnModuleInit', 'OnApplicationShutdown', 'OnApplicationBootstrap'], message: 'Throw a DomainError; HTTP is not known here.' }] }],
    },
  },
  {
    files: ['src/{engine,money}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', 'Date', 'performance', 'setTimeout', 'setImmediate', 'queueMicrotask', 'process', 'crypto'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'The engine is deterministic.' }],
      'no-restricted-syntax': ['error', ...everywhere, never('AwaitExpression', 'The engine runs to completion.'), never(':function[async=true]', 'The engine runs to completion.')],
    },
  },
  { files: ['src/main.ts', 'mikro-orm.config.ts', 'src/migrations/**'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/explicit-function-return-type': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
    },
  },
);
