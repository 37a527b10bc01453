/*
 * Finds names that more than one file of src exports: one name means one thing (docs/language.md), so that a search for it ends at one
 * file. Takes the directory to look at; without one, this checkout.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const [directory = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);

const isExported = (statement) =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
const namesOf = (statement) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.getText())
    : [statement.name?.text].filter((name) => name !== undefined);

function exportsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(join(directory, path), 'utf8'), ts.ScriptTarget.Latest, true);
  return new Set(source.statements.filter(isExported).flatMap(namesOf));
}

const files = readdirSync(join(directory, 'src'), { recursive: true })
  .map((path) => `src/${path}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.startsWith('src/migrations/'))
  .sort();
const places = new Map();
for (const path of files) for (const name of exportsOf(path)) places.set(name, [...(places.get(name) ?? []), path]);
const duplicates = [...places].filter(([, paths]) => paths.length > 1).sort(([a], [b]) => (a < b ? -1 : 1));
const FIX =
  'Fix: name it after its module in one of them, as BASKET_NAME_MAX for NAME_MAX of baskets; for the same thing, export it once and import it.';
for (const [name, paths] of duplicates) console.log(`${name} is exported by ${paths.join(', ')}. ${FIX}`);
process.exitCode = duplicates.length > 0 ? 1 : 0;
