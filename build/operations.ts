import ts from 'typescript';
import type { Credential } from '../src/access/access.decorator.js';
import type { ContractOperation, ContractParameter } from '../src/openapi/contract.js';
import { joinParagraphs, splitSummary, parseExample } from './comments.ts';
import type { ErrorCollector } from './error-collector.ts';
import type { Schemas } from './schemas.ts';

export type SourceReader = Readonly<{
  checker: ts.TypeChecker;
  sources: readonly ts.SourceFile[];
  schemas: Schemas;
  errorCollector: ErrorCollector;
  toPath: (source: ts.SourceFile) => string;
}>;

/** Every handler of every controller, under the name by which the running service knows it: `OrdersController.list`. */
export function extractOperations(reader: SourceReader): Record<string, ContractOperation> {
  const operations: Record<string, ContractOperation> = {};
  for (const source of reader.sources) {
    if (!source.fileName.endsWith('.controller.ts')) continue;
    for (const controller of source.statements.filter(ts.isClassDeclaration)) {
      for (const method of controller.members.filter(isHandler)) {
        const name = `${controller.name?.text ?? ''}.${method.name.getText()}`;
        if (name in operations) throw new Error(`Two handlers are called ${name}.`);
        operations[name] = toOperation(method, reader, source);
      }
    }
  }
  return operations;
}

const isHandler = (member: ts.ClassElement): member is ts.MethodDeclaration =>
  ts.isMethodDeclaration(member) && (ts.getDecorators(member)?.length ?? 0) > 0;

function toOperation(
  method: ts.MethodDeclaration,
  { checker, schemas, errorCollector, toPath }: SourceReader,
  source: ts.SourceFile,
): ContractOperation {
  const symbol = checker.getSymbolAtLocation(method.name);
  const comment = joinParagraphs(ts.displayPartsToString(symbol?.getDocumentationComment(checker)));
  const signature = checker.getSignatureFromDeclaration(method);
  const file = toPath(source);
  const dtos = method.parameters.flatMap(({ type }) => (type ? findDtoClasses(checker.getTypeAtLocation(type)) : []));
  // The guards of a handler are found from the handler; those of its controller stand on the class.
  const guards = ts.isClassDeclaration(method.parent) ? (ts.getDecorators(method.parent) ?? []) : [];
  return {
    tag: findTag(file),
    file,
    ...splitSummary(comment),
    deprecated: ts.getJSDocDeprecatedTag(method) !== undefined,
    parameters: method.parameters.map((parameter) => toParameter(parameter, checker, schemas)),
    response: signature ? schemas.toResponseSchema(signature.getReturnType()) : null,
    ...readTags(method),
    errorCodes: [
      ...new Set([method, ...guards, ...dtos].flatMap((node) => errorCollector.listReachableCodes(node))),
    ].sort(),
  };
}

/**
 * `@answer 304 …` names a further answer, `@answer 200 …` one that has the body of the usual one, too; `@example` shows the answer, as JSON; `@takes form` says that the body
 * is one; `@needs client` names the credential that the handler itself asks for, behind an endpoint that is open.
 */
function readTags(
  method: ts.MethodDeclaration,
): Pick<ContractOperation, 'example' | 'responses' | 'contentType' | 'credential'> {
  const tags = ts
    .getJSDocTags(method)
    .map(({ tagName, comment }) => ({
      name: tagName.text,
      text: joinParagraphs(ts.getTextOfJSDocComment(comment) ?? ''),
    }));
  const [example] = tags.filter(({ name }) => name === 'example').map(({ text }) => JSON.parse(text) as unknown);
  const answers = tags
    .filter(({ name }) => name === 'answer')
    .map(({ text }) => [text.slice(0, 3), text.slice(3).trim()] as const);
  const takes = tags.some(({ name, text }) => name === 'takes' && text === 'form')
    ? 'application/x-www-form-urlencoded'
    : 'application/json';
  const [credential] = tags.filter(({ name }) => name === 'needs').map(({ text }) => text as Credential);
  return {
    contentType: takes,
    ...(credential && { credential }),
    responses: Object.fromEntries(answers),
    ...(example !== undefined && { example }),
  };
}

/** A tag is a folder of src/, however deep it goes; a test's endpoints belong to the folder that they stand in. */
export function findTag(file: string): string {
  const [top, folder = '', ...inside] = file.split('/');
  return top === 'src' && inside.length > 0 ? folder : (file.split('/').at(-2) ?? '');
}

/** The DTO classes of a parameter: their decorators run before the handler does. */
const findDtoClasses = (type: ts.Type): ts.Node[] =>
  (type.isUnion() ? type.types : [type])
    .flatMap(({ symbol }) => (symbol as ts.Symbol | undefined)?.declarations ?? [])
    .filter((node) => ts.isClassDeclaration(node) && node.getSourceFile().fileName.endsWith('.dto.ts'));

/** What PathId lets through (http/id.decorator.ts). */
const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** A parameter's example stands in its sentence: "…, for example `Open`". Only what comes from the wire has a shape: DTOs and plain values, not the actor, the request or a stream. */
function toParameter(parameter: ts.ParameterDeclaration, checker: ts.TypeChecker, schemas: Schemas): ContractParameter {
  const [tag] = ts.getJSDocParameterTags(parameter);
  const description = joinParagraphs(ts.getTextOfJSDocComment(tag?.comment) ?? '').replace(/^- /, '');
  const [, example] = /for example `([^`]+)`/.exec(description) ?? [];
  const isDecoratedBy = (names: RegExp): boolean =>
    (ts.getDecorators(parameter) ?? []).some(({ expression }) => names.test(expression.getText()));
  const schema = isDecoratedBy(/^PathId\b/)
    ? ID
    : isDecoratedBy(/^(?:Body|Query|Param|Headers)\b/)
      ? schemas.toSchema(checker.getTypeAtLocation(parameter))
      : {};
  return { description, schema: { ...schema, ...(example !== undefined && { examples: [parseExample(example)] }) } };
}
