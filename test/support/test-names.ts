import ts from 'typescript';
import { checkoutFiles, type Files } from './checkout-files.js';

const isTest = /^(?:src|test|build)\/.*\.(?:spec|e2e)\.ts$/;

/** The checks of which a name begins with: `'R01: …'`, `'Q02, A04: …'`, `'I01–I06: …'`, a cell `'T06'`, `'%s T04: …'`. */
const leading = /^(?:%s )?((?:[A-Z]\d\d(?:–[A-Z]\d\d)?[, ]*)+)(?::|$)/;

/** Which checks the tests of a text claim to prove, by the names of tests, of groups, and by the rows of their tables. */
export function checksClaimedIn(text: string): string[] {
  const claimed: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isName(node)) claimed.push(...idsIn(leading.exec(textOf(node))?.[1] ?? ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.spec.ts', text, ts.ScriptTarget.Latest, true));
  return claimed;
}

/** By check: the files of the project with a test that claims it. */
export function claims(files: Files = checkoutFiles()): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (!isTest.test(path)) continue;
    for (const id of checksClaimedIn(text)) found.set(id, (found.get(id) ?? new Set()).add(path));
  }
  return found;
}

/** What is given to `it` or `describe` first, with or without a table, and what stands in a row of one. */
function isName(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return parent.elements[0] === node;
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    /^(?:it|test|describe)\b/.test(parent.expression.getText())
  );
}

function textOf(node: ts.Node): string {
  if (ts.isTemplateExpression(node)) return node.head.text;
  return ts.isStringLiteralLike(node) ? node.text : '';
}

function idsIn(list: string): string[] {
  return [...list.matchAll(/([A-Z])(\d\d)(?:–[A-Z](\d\d))?/g)].flatMap(([, letter = '', from = '', to = from]) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, index) => `${letter}${String(Number(from) + index).padStart(2, '0')}`,
    ),
  );
}
