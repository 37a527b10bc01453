import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import type { Contract } from '../src/openapi/contract.js';
import { readComment, splitSummary } from './comments.ts';
import { extractOperations, findTag } from './operations.ts';
import { parseErrorSections } from './error-sections.ts';
import { readChanges } from './changes.ts';
import { readGuides } from './guides.ts';
import { ErrorCollector } from './error-collector.ts';
import { Schemas } from './schemas.ts';

/** Reads everything but the hash from a project's root. */
export function extract(root: string): Omit<Contract, 'sources'> {
  const program = compile(root);
  const checker = program.getTypeChecker();
  const sources = program
    .getSourceFiles()
    .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'));
  const toPath = ({ fileName }: ts.SourceFile): string => relative(root, fileName).replaceAll('\\', '/');
  const schemas = new Schemas(checker, sources);
  const errorCollector = new ErrorCollector(checker, sources, toPath, readStatusTable(sources));
  addNamedSchema('Problem', sources, schemas, checker);
  const operations = extractOperations({ checker, sources, schemas, errorCollector, toPath });
  const { version, description } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Contract;
  const errors = `${root}/docs/errors.md`;
  return {
    version,
    description,
    tags: readTagDescriptions(sources, checker, toPath),
    operations: sortKeys(operations),
    schemas: sortKeys(Object.fromEntries(schemas.components)),
    errorsByCode: sortKeys(
      Object.fromEntries(
        [...errorCollector.all].map(([code, { kinds, file }]) => [
          code,
          { kind: kinds.join(' or '), file, ...toStatuses(errorCollector.listStatuses(code)) },
        ]),
      ),
    ),
    errors: existsSync(errors) ? parseErrorSections(readFileSync(errors, 'utf8')) : [],
    guides: readGuides(root),
    changes: readChanges(root),
    asyncApi: JSON.parse(readFileSync(`${root}/docs/asyncapi.json`, 'utf8')) as Contract['asyncApi'],
  };
}

const toStatuses = ([status = 500, otherStatus]: readonly number[]) => ({
  status,
  ...(otherStatus !== undefined && { otherStatus }),
});

function compile(root: string): ts.Program {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault: ts.Diagnostic): never => throwDiagnostic(fault),
  };
  const config = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.build.json`, {}, host);
  if (!config) throw new Error('tsconfig.build.json cannot be read.');
  return ts.createProgram(config.fileNames, { ...config.options, noEmit: true });
}

function throwDiagnostic(fault: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
}

/** No handler returns a problem, yet every endpoint may answer with one. */
function addNamedSchema(
  name: string,
  sources: readonly ts.SourceFile[],
  schemas: Schemas,
  checker: ts.TypeChecker,
): void {
  for (const statement of sources.flatMap((source) => source.statements).filter(ts.isTypeAliasDeclaration)) {
    if (statement.name.text === name) schemas.toSchema(checker.getTypeAtLocation(statement.name));
  }
}

/** The error filter's table from kinds to statuses; it stays the only place that knows them. */
function readStatusTable(sources: readonly ts.SourceFile[]): Record<string, number> {
  const tables = sources
    .flatMap(({ statements }) => statements)
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  const table = tables.find(
    ({ name, type }) => name.getText() === 'httpStatusByKind' && type?.getText().includes('ErrorKind'),
  )?.initializer;
  if (!table || !ts.isObjectLiteralExpression(table))
    throw new Error('The table `httpStatusByKind` from ErrorKind to statuses cannot be found.');
  return Object.fromEntries(
    table.properties
      .filter(ts.isPropertyAssignment)
      .map(({ name, initializer }) => [name.getText(), Number(initializer.getText())]),
  );
}

/** A tag is described by the first sentence of its module's doc comment; the rest is for those who build. */
function readTagDescriptions(
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
  pathOf: (source: ts.SourceFile) => string,
): Record<string, string> {
  const descriptions: Record<string, string> = {};
  for (const source of sources.filter(({ fileName }) => fileName.endsWith('.module.ts'))) {
    const [module] = source.statements.filter(ts.isClassDeclaration);
    const symbol = module?.name && checker.getSymbolAtLocation(module.name);
    const { summary } = splitSummary(symbol ? readComment(symbol, checker) : '');
    if (summary !== '') descriptions[findTag(pathOf(source))] = `${summary}.`;
  }
  return sortKeys(descriptions);
}

const sortKeys = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
