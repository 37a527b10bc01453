/** The language of the code (docs/language.md): words that name nothing of the trade, suffixes that must be true, titles of tests. */
import { basename } from 'node:path';

/** Words that may be no part of a declared name. The second column is what to say instead. */
const bannedWords = {
  door: 'endpoint or route',
  doors: 'endpoints or routes',
  everybody: 'users, callers or all',
  hall: 'app or module',
  house: 'app, system or the name of the thing',
  knock: 'request',
  knocks: 'requests',
  leaver: 'disabled user',
  leavers: 'disabled users',
  newcomer: 'registered user',
  newcomers: 'registered users',
  nobody: 'anonymous or none',
  room: 'module or tag',
  rooms: 'modules or tags',
  scribe: 'the name of what writes',
  somebody: 'user, caller or client',
  someone: 'user, caller or client',
  stranger: 'anonymous caller',
  strangers: 'anonymous callers',
  told: 'published, notified or result',
  whereabouts: 'client address',
  whoever: 'user, caller or client',
  yard: 'fixture',
};

/** Verbs and phrases that only their authors understand, as whole names of functions and methods. */
const bannedVerbs = /^(?:tell|give|earn|asMeant|goRound|keepHouse|leaveAlone|sitDown|turnAway|whyItFailed)$/;

/** A type is a noun: a lone participle or pronoun says nothing about what it holds. */
const bareParticiple =
  /^(?:[A-Z][a-z]+[^e\W]ed|Born|Built|Chosen|Done|Drawn|Found|Given|Heard|Held|Kept|Known|Left|Made|Meant|Said|Seen|Sent|Shown|Spent|Stays|Taken|Told|Written|Whoever|Somebody|Everybody|What)$/;

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$]+/)
    .map((word) => word.toLowerCase());

const isType = (node) =>
  ['ClassDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].includes(node.parent.type);
const isCallable = (node) =>
  node.parent.type === 'FunctionDeclaration' ||
  node.parent.type === 'MethodDefinition' ||
  (node.parent.type === 'VariableDeclarator' && /Function/.test(node.parent.init?.type ?? ''));

function problemOf(node) {
  const word = wordsOf(node.name).find((part) => Object.hasOwn(bannedWords, part));
  if (word !== undefined) return `"${word}" in ${node.name}: say ${bannedWords[word]}.`;
  if (isCallable(node) && bannedVerbs.test(node.name))
    return `${node.name}: name the action in the words of the trade.`;
  if (isType(node) && bareParticiple.test(node.name)) return `${node.name}: a type is a noun, not a participle.`;
  return null;
}

const declarations = [
  'VariableDeclarator > Identifier.id',
  'VariableDeclarator > ObjectPattern > Property > Identifier.value',
  'VariableDeclarator > ArrayPattern > Identifier',
  ':function > Identifier.params',
  ':function > ObjectPattern.params > Property > Identifier.value',
  'FunctionDeclaration > Identifier.id',
  ':matches(ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration) > Identifier.id',
  ':matches(PropertyDefinition, MethodDefinition, TSPropertySignature, TSMethodSignature) > Identifier.key',
  'TSParameterProperty > Identifier.parameter',
  'ClassBody > MethodDefinition TSParameterProperty > AssignmentPattern > Identifier.left',
];

const plainNames = {
  create: (context) => ({
    [declarations.join(', ')](node) {
      const message = problemOf(node);
      if (message !== null) context.report({ node, message });
    },
  }),
};

const hasMethod = (node, name) => node.body.body.some((member) => member.key?.name === name);
const decoratedBy = (node, name) =>
  (node.decorators ?? []).some(({ expression }) => (expression.callee ?? expression).name === name);

/** What a class must be to bear the suffix of its file. */
const roles = {
  service: ['Service', (node) => decoratedBy(node, 'Injectable')],
  guard: ['Guard', (node) => hasMethod(node, 'canActivate') || node.superClass !== null],
  strategy: ['Strategy', (node) => node.superClass !== null],
  provider: ['', (node) => decoratedBy(node, 'Injectable')],
  controller: ['Controller', (node) => decoratedBy(node, 'Controller')],
  module: ['Module', (node) => decoratedBy(node, 'Module')],
  interceptor: ['Interceptor', (node) => hasMethod(node, 'intercept')],
  filter: ['Filter', (node) => hasMethod(node, 'catch')],
  gateway: ['Gateway', (node) => decoratedBy(node, 'Injectable')],
  entity: ['', (node) => decoratedBy(node, 'Entity') || decoratedBy(node, 'Embeddable')],
};

const truthfulSuffix = {
  create: (context) => {
    const [, role] = /\.([a-z0-9]+)\.ts$/.exec(basename(context.filename)) ?? [];
    const classes = [];
    return {
      'ExportNamedDeclaration > ClassDeclaration'(node) {
        classes.push(node);
        const name = node.id.name;
        const owner = Object.entries(roles).find(([, [suffix]]) => suffix !== '' && name.endsWith(suffix));
        if (owner !== undefined && owner[0] !== role)
          context.report({
            node: node.id,
            message: `${name} belongs into a *.${owner[0]}.ts file, or needs another suffix.`,
          });
      },
      'ClassDeclaration:matches([superClass.name="DomainError"], [superClass.callee.name="domainError"])'(node) {
        if (!node.id.name.endsWith('Error'))
          context.report({ node: node.id, message: `${node.id.name} is an error: its name ends with Error.` });
      },
      'Program:exit'(node) {
        if (role === undefined || !Object.hasOwn(roles, role)) return;
        const [suffix, isOne] = roles[role];
        if (!classes.some((found) => found.id.name.endsWith(suffix) && isOne(found)))
          context.report({ node, message: `A *.${role}.ts file exports a class …${suffix} that is one.` });
      },
    };
  },
};

const titles = 'CallExpression[callee.name=/^(?:it|describe|test)$/] > .arguments:first-child';
const plainTitles = {
  create: (context) => ({
    [`${titles}, CallExpression[callee.callee.property.name='each'] > .arguments:first-child`](node) {
      const text = node.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : node.value;
      if (typeof text === 'string' && /^[A-Z]{1,3}\d{1,3}\b/.test(text))
        context.report({
          node,
          message: 'A title says input and outcome; numbers of requirements stand in docs/conformance.',
        });
    },
  }),
};

export const language = {
  rules: { 'plain-names': plainNames, 'truthful-suffix': truthfulSuffix, 'plain-titles': plainTitles },
};
