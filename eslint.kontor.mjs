/**
 * Constructs of this project, one rule per sentence. They are rules of their own and not entries of `no-restricted-syntax`,
 * because there a later entry for some files silently replaces the earlier ones: a forgotten repetition loosens the rules.
 * test/machine/construct-rules.spec.ts breaks every one of them.
 */
import { basename } from 'node:path';

const roles = [
  'module',
  'controller',
  'service',
  'entity',
  'guard',
  'interceptor',
  'pipe',
  'strategy',
  'provider',
  'filter',
  'hook',
  'decorator',
  'type',
  'gateway',
  'dto',
  'view',
  'page',
  'spec',
  'e2e',
];

/** A rule that reports whatever one of the selectors finds. */
const never = (message, ...selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

/** A rule that looks at each comment. */
const noComment = (message, isWrong) => ({
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (isWrong(comment.value)) context.report({ loc: comment.loc, message });
    },
  }),
});

const namesARole = {
  create: (context) => ({
    Program(node) {
      const [, role] = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:[.]([a-z0-9]+)(?:[.]spec)?)?[.]ts$/.exec(
        basename(context.filename),
      ) ?? [undefined, 'no name at all'];
      if (role !== undefined && !roles.includes(role))
        context.report({
          node,
          message: `File names are kebab case, with a role after the first dot: ${roles.join(', ')}.`,
        });
    },
  }),
};

/** A test whose body never expects anything passes whatever the service does. */
const testExpects = {
  create: (context) => ({
    'CallExpression[callee.name=/^(?:it|test)$/], CallExpression[callee.callee.object.name=/^(?:it|test)$/], CallExpression[callee.tag.object.name=/^(?:it|test)$/]'(
      node,
    ) {
      if (!/\bexpect\w*[(.]|\bfc[.]assert\(/.test(context.sourceCode.getText(node)))
        context.report({ node, message: 'A test needs an assertion.' });
    },
  }),
};

/** Four parameters; a constructor, whose parameters Nest fills in, may have six. */
const fewParameters = {
  create: (context) => ({
    ':function'(node) {
      const isConstructor = node.parent.kind === 'constructor';
      const [most, found] = [isConstructor ? 6 : 4, node.params.length];
      if (found > most)
        context.report({ node, message: `${found} parameters are too many: at most ${most}. Pass an object.` });
    },
  }),
};

export const kontor = {
  rules: {
    'few-parameters': fewParameters,
    'hooks-are-in-the-pipeline': never(
      'Hooks that requests pass are listed in src/pipeline.ts; elsewhere only onRoute.',
      "CallExpression[callee.property.name='addHook']:not([arguments.0.value='onRoute'])",
      'CallExpression[callee.property.name=/^useGlobal(?:Guards|Pipes|Filters|Interceptors)$/]',
      'Identifier[name=/^APP_(?:GUARD|PIPE|FILTER|INTERCEPTOR)$/]',
    ),
    'environment-is-read-once': never(
      'Only main.ts passes the environment on, and only readConfig() reads it.',
      "MemberExpression[object.name='process'][property.name='env']",
      "MemberExpression[object.name='process'][property.value='env']",
      "MemberExpression[object.property.name='process'][property.name='env']",
      "VariableDeclarator[init.name='process'] > ObjectPattern > Property[key.name='env']",
      "ImportDeclaration[source.value=/^(?:node:)?process$/] > ImportSpecifier[imported.name='env']",
    ),
    'no-forward-ref': never(
      'A cycle between modules: extract a third one.',
      "CallExpression[callee.name='forwardRef']",
    ),
    'no-default-export': never(
      'Use named exports: default exports get a new name at each import.',
      'ExportDefaultDeclaration',
      "ExportSpecifier[exported.name='default']",
    ),
    'no-enum': never('Use a union of string literals with the wire’s spelling.', 'TSEnumDeclaration'),
    'no-request-scope': never(
      'Providers are singletons; pass the request as an argument.',
      "MemberExpression[object.name='Scope'][property.name=/^(?:REQUEST|TRANSIENT)$/]",
      "ImportSpecifier[imported.name='REQUEST']",
    ),
    'no-empty-name': never(
      'The name is not specific: no I…, …Impl, …Manager, …Helper, …Util.',
      ':matches(ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration) > Identifier.id[name=/^I[A-Z][a-z]|(?:Impl|Manager|Helpers?|Utils?)$/]',
    ),
    'verb-of-the-trade': never(
      'Name the effect: open, rename, submit, cancel, issue, revoke.',
      'MethodDefinition[key.name=/^(?:handle|process)(?:[A-Z]|$)/]',
    ),
    'wire-spelling-stays-outside': never(
      'snake_case is the wire’s spelling: only a DTO or a view declares it.',
      ':matches(PropertyDefinition, TSPropertySignature) > Identifier.key[name=/[a-z]_[a-z]/]',
      'VariableDeclarator > Identifier.id[name=/[a-z]_[a-z]/]',
      ':matches(FunctionDeclaration, MethodDefinition) > Identifier:matches(.id, .key)[name=/[a-z]_[a-z]/]',
    ),
    'decorated-has-a-role': never('A decorated class needs a role in its file name.', 'Decorator'),
    'runs-to-completion': never(
      'The engine is synchronous: no await, no async.',
      'AwaitExpression',
      ':function[async=true]',
      'ForOfStatement[await=true]',
    ),
    'no-left-out-test': never(
      'Run every test, or delete it.',
      'MemberExpression[object.name=/^(?:it|test|describe)$/][property.name=/^(?:only|skip|todo|failing)$/]',
      'CallExpression[callee.name=/^(?:fit|xit|xtest|fdescribe|xdescribe)$/]',
    ),
    'test-expects': testExpects,
    'name-has-a-role': namesARole,
    'exception-has-a-reason': noComment(
      'Say why after two dashes: eslint-disable-next-line rule -- reason.',
      (text) => /^\s*eslint-disable/.test(text) && !/\s--\s+\S/.test(text),
    ),
  },
};
