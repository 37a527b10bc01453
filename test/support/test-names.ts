import ts from 'typescript';

/** Lists the names of tests and groups in a text, the first column of the tables that they run over, and the cases of the engine's tables. */
export function listTestNames(text: string): string[] {
  const names: string[] = [];
  const context = (node: ts.Node): void => {
    if (isName(node)) names.push(toText(node).trim());
    if (ts.isNoSubstitutionTemplateLiteral(node)) names.push(...listCases(node.text));
    ts.forEachChild(node, context);
  };
  context(ts.createSourceFile('a.spec.ts', text, ts.ScriptTarget.Latest, true));
  return names;
}

/** The cases of a table begin with `# `; `# !` leaves out the naive venue (test/engine/tables.ts). */
const listCases = (table: string): string[] =>
  [...table.matchAll(/^# (?:! )?(.+)$/gm)].map(([, name = '']) => name.trim());

/** The first argument of `it` or `describe`, with or without a table, or the first cell of a row. */
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

function toText(node: ts.Node): string {
  if (ts.isTemplateExpression(node)) return node.head.text;
  return ts.isStringLiteralLike(node) ? node.text : '';
}
