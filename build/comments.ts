import ts from 'typescript';
import type { Schema } from '../src/openapi/contract.js';

/** The text of a doc comment, one paragraph per line. */
export function readComment(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const own = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const source = own === '' ? findSource(symbol, checker) : undefined;
  return source ? readComment(source, checker) : joinParagraphs(own);
}

/** `id: list.id` in a view means what the entity says of `id`, unless the view says it itself. */
function findSource(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !ts.isPropertyAssignment(declaration) || !ts.isPropertyAccessExpression(declaration.initializer))
    return undefined;
  const source = checker.getSymbolAtLocation(declaration.initializer.name);
  return source?.valueDeclaration?.getSourceFile().isDeclarationFile === false ? source : undefined;
}

/** The tags of a field that JSON Schema has a word for, and two conventions of this project that need no tag. */
export function readKeywords(symbol: ts.Symbol, checker: ts.TypeChecker): Schema {
  const source = findSource(symbol, checker);
  const keywords: Record<string, unknown> = {
    ...inferKeywords(symbol, checker),
    ...(source && readKeywords(source, checker)),
  };
  for (const { name, text } of symbol.getJsDocTags(checker)) {
    const value = ts.displayPartsToString(text).trim();
    if (name === 'example') keywords['examples'] = [...toList(keywords['examples']), parseExample(value)];
    else Object.assign(keywords, tagKeywords[name]?.(value));
  }
  return keywords;
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const tagKeywords: Readonly<Record<string, (value: string) => Schema>> = {
  integer: () => ({ type: 'integer' }),
  format: (format) => ({ format }),
  pattern: (pattern) => ({ pattern }),
  minimum: (minimum) => ({ minimum: Number(minimum) }),
  maximum: (maximum) => ({ maximum: Number(maximum) }),
  deprecated: () => ({ deprecated: true }),
};

/** An id that is a number is an integer; what `toISOString()` made is a date-time. */
function inferKeywords(symbol: ts.Symbol, checker: ts.TypeChecker): Schema {
  const declaration = symbol.valueDeclaration;
  if (
    declaration &&
    ts.isPropertyAssignment(declaration) &&
    /[.]toISOString[(][)]$/.test(declaration.initializer.getText())
  )
    return { format: 'date-time' };
  const type = checker.typeToString(checker.getTypeOfSymbol(symbol));
  return /(?:^|_)ids?$/.test(symbol.name) && /^(?:readonly )?number\b/.test(type) ? { type: 'integer' } : {};
}

/** An example is written as JSON, or as plain text where that is no JSON. */
export function parseExample(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Line breaks inside a paragraph are the editor's, not the author's. */
export const joinParagraphs = (text: string): string =>
  text
    .replaceAll('\r', '')
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' ').trim())
    .join('\n\n');

/** The first sentence, without its full stop, and what follows it. */
export function splitSummary(comment: string): { summary: string; description: string } {
  const [, first = comment, rest = ''] = /^([^\n]+?[.!?])(?=\s|$)([\s\S]*)$/.exec(comment) ?? [];
  return { summary: first.replace(/[.]$/, ''), description: rest.trim() };
}
