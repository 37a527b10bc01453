import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import type { Contract } from '../src/openapi/contract.js';
import { commentOf, summaryOf } from './comments.ts';
import { doorsOf, roomOf } from './doors.ts';
import { errorSections } from './error-sections.ts';
import { guidesIn } from './guides.ts';
import { Refusals } from './refusals.ts';
import { Schemas } from './schemas.ts';

/** Reads everything but the hash from a project's root. */
export function extract(root: string): Omit<Contract, 'sources'> {
  const program = compile(root);
  const checker = program.getTypeChecker();
  const sources = program
    .getSourceFiles()
    .filter(({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'));
  const pathOf = ({ fileName }: ts.SourceFile): string => relative(root, fileName).replaceAll('\\', '/');
  const schemas = new Schemas(checker, sources);
  const refusals = new Refusals(checker, sources, pathOf, statusesOf(sources));
  publish('Problem', sources, schemas, checker);
  const doors = doorsOf({ checker, sources, schemas, refusals, pathOf });
  const { version, description } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Contract;
  const errors = `${root}/docs/errors.md`;
  return {
    version,
    description,
    rooms: roomsOf(sources, checker, pathOf),
    doors: sorted(doors),
    shapes: sorted(Object.fromEntries(schemas.shapes)),
    refusals: sorted(
      Object.fromEntries(
        [...refusals.all].map(([code, { kinds, file }]) => [
          code,
          { kind: kinds.join(' or '), file, ...named(refusals.statusesOf(code)) },
        ]),
      ),
    ),
    errors: existsSync(errors) ? errorSections(readFileSync(errors, 'utf8')) : [],
    guides: guidesIn(root),
  };
}

const named = ([status = 500, otherStatus]: readonly number[]) => ({
  status,
  ...(otherStatus !== undefined && { otherStatus }),
});

function compile(root: string): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault: ts.Diagnostic): never => fail(fault) };
  const config = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.build.json`, {}, host);
  if (!config) throw new Error('tsconfig.build.json cannot be read.');
  return ts.createProgram(config.fileNames, { ...config.options, noEmit: true });
}

function fail(fault: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
}

/** No handler returns a problem, yet every door may answer with one. */
function publish(name: string, sources: readonly ts.SourceFile[], schemas: Schemas, checker: ts.TypeChecker): void {
  for (const statement of sources.flatMap((source) => source.statements).filter(ts.isTypeAliasDeclaration)) {
    if (statement.name.text === name) schemas.schema(checker.getTypeAtLocation(statement.name));
  }
}

/** The error filter's table from kinds to statuses; it stays the only place that knows them. */
function statusesOf(sources: readonly ts.SourceFile[]): Record<string, number> {
  const tables = sources
    .flatMap(({ statements }) => statements)
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  const table = tables.find(
    ({ name, type }) => name.getText() === 'statusOf' && type?.getText().includes('ErrorKind'),
  )?.initializer;
  if (!table || !ts.isObjectLiteralExpression(table))
    throw new Error('The table `statusOf` from ErrorKind to statuses cannot be found.');
  return Object.fromEntries(
    table.properties
      .filter(ts.isPropertyAssignment)
      .map(({ name, initializer }) => [name.getText(), Number(initializer.getText())]),
  );
}

/** A room says what it is for in the first sentence of its module's doc comment; the rest is for those who build. */
function roomsOf(
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
  pathOf: (source: ts.SourceFile) => string,
): Record<string, string> {
  const rooms: Record<string, string> = {};
  for (const source of sources.filter(({ fileName }) => fileName.endsWith('.module.ts'))) {
    const [module] = source.statements.filter(ts.isClassDeclaration);
    const symbol = module?.name && checker.getSymbolAtLocation(module.name);
    const { summary } = summaryOf(symbol ? commentOf(symbol, checker) : '');
    if (summary !== '') rooms[roomOf(pathOf(source))] = `${summary}.`;
  }
  return sorted(rooms);
}

const sorted = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
