/**
 * The tables that SQL in `src/` names, and the modules that own them. A reference to another module's table is listed
 * with its reason in table-references.json; test/machine/table-references.spec.ts compares. `node --import
 * ./test/support/typescript.mjs build/table-references.ts` writes the list again and keeps the reasons.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The lists at the top of .dependency-cruiser.mjs. */
export type Ladder = Readonly<{
  shared: Readonly<Record<string, readonly string[]>>;
  features: Readonly<Record<string, readonly string[]>>;
}>;

/** One file with the tables of one owner. `isUpward`: the import rules would not allow an import of the owner. */
export type TableReference = Readonly<{ file: string; owner: string; tables: readonly string[]; isUpward: boolean }>;

export type ListedReference = TableReference & Readonly<{ reason: string }>;

/** Source texts by their paths from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

export const root = fileURLToPath(new URL('..', import.meta.url));
const listPath = join(root, 'build/table-references.json');

export function readSources(): Sources {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.spec.ts'));
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

export const readList = (): readonly ListedReference[] =>
  JSON.parse(readFileSync(listPath, 'utf8')) as readonly ListedReference[];

/** Every reference that reaches across modules. Migrations are frozen, so of them only the bodies of triggers count. */
export function findReferences(sources: Sources, ladder: Ladder): TableReference[] {
  const owners = findOwners(sources);
  return [...sources].flatMap(([file, text]) => {
    const module = toModule(file);
    const byOwner = new Map<string, Set<string>>();
    for (const literal of extractLiterals(file, text)) {
      if (module === 'migrations' && !literal.includes('returns trigger')) continue;
      for (const table of extractTables(literal, owners)) {
        const owner = owners.get(table) ?? '';
        if (owner !== module) byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(table));
      }
    }
    return [...byOwner].map(([owner, tables]) => ({
      file,
      owner,
      tables: [...tables].sort(),
      isUpward: !mayImport(ladder, module, owner),
    }));
  });
}

/** The module of every table, from `@Entity({ tableName })`. */
function findOwners(sources: Sources): Map<string, string> {
  return new Map(
    [...sources].flatMap(([file, text]) =>
      [...text.matchAll(/@Entity\(\{[^}]*?tableName: '(\w+)'/g)].map(
        ([, table = '']) => [table, toModule(file)] as const,
      ),
    ),
  );
}

const toModule = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? 'start-up';

/** Start-up, commands and migrations stand above all modules. */
function mayImport({ shared, features }: Ladder, module: string, owner: string): boolean {
  if (module in shared) return shared[module]?.includes(owner) === true;
  if (module in features) return owner in shared || features[module]?.includes(owner) === true;
  return true;
}

/** The texts of string and template literals; an inserted expression counts as `$`. */
function extractLiterals(file: string, text: string): string[] {
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) literals.push(node.text);
    else if (ts.isTemplateExpression(node))
      literals.push([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' $ '));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return literals;
}

const CLAUSE =
  /\b(?:from|join|into|update|references|using|table)\s+(?:only\s+)?((?:"?\w+"?(?:\s+(?:as\s+)?"?\w+"?)?\s*,\s*)*"?\w+)/g;
const SENTENCE = /^\s*[A-Z][a-z]+ /;

/** The known tables in SQL, and a name with an underscore that stands alone. */
function extractTables(literal: string, owners: ReadonlyMap<string, string>): string[] {
  if (owners.has(literal)) return literal.includes('_') ? [literal] : [];
  if (SENTENCE.test(literal)) return [];
  return [...literal.matchAll(CLAUSE)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((item) => /\w+/.exec(item)?.[0] ?? '')
      .filter((name) => owners.has(name)),
  );
}

/** The references with the reasons of the list; a new one has none yet. */
export function mergeReasons(
  found: readonly TableReference[],
  listed: readonly ListedReference[],
): readonly ListedReference[] {
  const findReason = ({ file, owner, tables }: TableReference): string =>
    (
      listed.find((one) => one.file === file && one.owner === owner) ??
      // The file has moved within its module.
      listed.find(
        (one) =>
          toModule(one.file) === toModule(file) &&
          one.owner === owner &&
          one.tables.some((name) => tables.includes(name)),
      )
    )?.reason ?? '';
  return found.map((reference) => ({ ...reference, reason: findReason(reference) }));
}

if (import.meta.filename === process.argv[1]) {
  const ladder = (await import(join(root, '.dependency-cruiser.mjs'))) as Ladder;
  const merged = mergeReasons(findReferences(readSources(), ladder), readList());
  writeFileSync(listPath, `[\n${merged.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
  const missing = merged.filter(({ reason }) => reason === '');
  process.stdout.write(`${merged.length} references are listed. ${missing.length} of them need a reason.\n`);
}
