import ts from 'typescript';
import type { Schema } from '../src/openapi/contract.js';
import { readComment, readKeywords } from './comments.ts';

/**
 * Turns the types of views and DTOs into JSON Schema. What has a name in our source becomes a named shape once and is
 * referred to everywhere else; the suffix `View` is ours and not the caller's, so it goes.
 */
export class Schemas {
  readonly components = new Map<string, Schema>();
  private readonly checker: ts.TypeChecker;
  private readonly named = new Map<ts.Type, ts.Declaration & { name: ts.Identifier }>();
  private readonly owners = new Map<string, ts.Declaration>();
  private depth = 0;

  constructor(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]) {
    this.checker = checker;
    for (const source of sources) ts.forEachChild(source, (node) => this.registerType(node));
  }

  /** The schema of what a handler returns; null when that is nothing. */
  toResponseSchema(type: ts.Type): Schema | null {
    const awaited = this.checker.getAwaitedType(type) ?? type;
    return awaited.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)
      ? null
      : this.toSchema(awaited);
  }

  toSchema(type: ts.Type): Schema {
    const declaration = this.named.get(type) ?? this.findAlias(type);
    return declaration ? this.toReference(declaration, type) : this.toInlineSchema(type);
  }

  private registerType(node: ts.Node): void {
    const nameable = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
    if (!nameable || !node.name || node.typeParameters?.length) return;
    const type = this.checker.getTypeAtLocation(node.name);
    const object = (type.flags & ts.TypeFlags.Object) !== 0 && !this.checker.isArrayLikeType(type);
    if (object && !this.named.has(type)) this.named.set(type, node as ts.Declaration & { name: ts.Identifier });
  }

  private findAlias(type: ts.Type): (ts.Declaration & { name: ts.Identifier }) | undefined {
    const declaration = type.aliasSymbol?.declarations?.[0];
    const isNamed =
      declaration &&
      ts.isTypeAliasDeclaration(declaration) &&
      !declaration.typeParameters &&
      !declaration.getSourceFile().isDeclarationFile;
    return isNamed && type.isUnionOrIntersection() ? declaration : undefined;
  }

  private toReference(declaration: ts.Declaration & { name: ts.Identifier }, type: ts.Type): Schema {
    const name = declaration.name.text
      .replace(/(?<=.)View$/, '')
      .replace(/RequestDto$/, 'Request')
      .replace(/Dto$/, 'Input');
    const owner = this.owners.get(name);
    if (owner && owner !== declaration) {
      throw new Error(
        `Two shapes are called ${name}: in ${owner.getSourceFile().fileName} and in ${declaration.getSourceFile().fileName}.`,
      );
    }
    if (!owner) {
      this.owners.set(name, declaration);
      const symbol = this.checker.getSymbolAtLocation(declaration.name);
      const description = symbol ? readComment(symbol, this.checker) : '';
      this.components.set(name, {
        ...(description && { description }),
        ...this.toInlineSchema(type),
        ...(symbol && readKeywords(symbol, this.checker)),
      });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  private toInlineSchema(type: ts.Type): Schema {
    if (++this.depth > 40)
      throw new Error(`The type ${this.checker.typeToString(type)} contains itself; give it a name.`);
    const schema = this.toScalar(type) ?? (type.isUnion() ? this.toUnion(type.types) : this.toStructure(type));
    this.depth -= 1;
    return schema;
  }

  private toScalar(type: ts.Type): Schema | undefined {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { type: typeof type.value, const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return { type: 'boolean', const: this.checker.typeToString(type) === 'true' };
    const plain = scalars.find(([flags]) => type.flags & flags);
    if (plain) return { type: plain[1] };
    if (type.flags & (ts.TypeFlags.BigIntLike | ts.TypeFlags.ESSymbolLike))
      throw new Error(`JSON cannot carry ${this.checker.typeToString(type)}.`);
    return type.isIntersection()
      ? type.types.map((part) => this.toScalar(part)).find((part) => part !== undefined && 'type' in part)
      : undefined;
  }

  private toStructure(type: ts.Type): Schema {
    const element = this.checker.isArrayLikeType(type) && this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    if (element) return { type: 'array', items: this.toSchema(element) };
    if (type.getProperty('rawJSON')) return { type: 'number' };
    const toJson = type.getProperty('toJSON');
    if ((type.symbol as ts.Symbol | undefined)?.name === 'Date') return { type: 'string', format: 'date-time' };
    const serialized = toJson && this.checker.getTypeOfSymbol(toJson).getCallSignatures()[0]?.getReturnType();
    return serialized ? this.toSchema(serialized) : this.toObject(type);
  }

  private toObject(type: ts.Type): Schema {
    const fields = this.checker.getPropertiesOfType(type).filter((field) => this.isData(field));
    const rest = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const required = fields.filter((field) => !this.isOptional(field)).map(({ name }) => name);
    return {
      type: 'object',
      ...(fields.length > 0 && {
        properties: Object.fromEntries(fields.map((field) => [field.name, this.toFieldSchema(field)])),
      }),
      ...(required.length > 0 && { required }),
      ...(rest && { additionalProperties: this.toSchema(rest) }),
    };
  }

  private isData(field: ts.Symbol): boolean {
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
    const open = !field.valueDeclaration || (ts.getCombinedModifierFlags(field.valueDeclaration) & hidden) === 0;
    return (
      open && !field.name.startsWith('__@') && this.checker.getTypeOfSymbol(field).getCallSignatures().length === 0
    );
  }

  /** `@required` is for what the endpoint insists on in its own words, and its type leaves open. */
  private isOptional(field: ts.Symbol): boolean {
    if (field.getJsDocTags(this.checker).some(({ name }) => name === 'required')) return false;
    const { valueDeclaration: declaration } = field;
    const defaulted =
      declaration !== undefined && ts.isPropertyDeclaration(declaration) && declaration.initializer !== undefined;
    const type = this.checker.getTypeOfSymbol(field);
    const absent = type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
    return defaulted || absent || (field.flags & ts.SymbolFlags.Optional) !== 0;
  }

  private toFieldSchema(field: ts.Symbol): Schema {
    const description = readComment(field, this.checker);
    const schema = this.toSchema(this.checker.getTypeOfSymbol(field));
    return { ...applyKeywords(schema, readKeywords(field, this.checker)), ...(description && { description }) };
  }

  /** `undefined` means absent, literals of one kind become an enumeration, and null joins a plain type. */
  private toUnion(parts: readonly ts.Type[]): Schema {
    const present = sortAsDeclared(parts.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)));
    const isNull = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Null) !== 0;
    const nullable = present.some(isNull);
    const schemas = mergeLiterals(present.filter((part) => !isNull(part)).map((part) => this.toSchema(part)));
    const [only = {}] = schemas;
    if (schemas.length > 1)
      return nullable ? { anyOf: [...schemas, { type: 'null' }] } : this.toChoice(present, schemas);
    if (!nullable) return only;
    const { const: value, enum: values = value === undefined ? undefined : [value], ...rest } = only;
    if (typeof only['type'] !== 'string') return { anyOf: [only, { type: 'null' }] };
    return {
      ...rest,
      type: [only['type'], 'null'],
      ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    };
  }

  private toChoice(parts: readonly ts.Type[], schemas: readonly Schema[]): Schema {
    const propertyName = this.findDiscriminant(parts);
    return propertyName === null ? { anyOf: schemas } : { oneOf: schemas, discriminator: { propertyName } };
  }

  /** The field by which objects are distinguished, because in each of them it is another word. */
  private findDiscriminant(parts: readonly ts.Type[]): string | null {
    const [first, ...others] = parts;
    if (!first || others.length === 0 || !parts.every((part) => this.named.has(part))) return null;
    const found = this.checker.getPropertiesOfType(first).find(({ name }) => {
      const words = parts.map((part) => this.findLiteral(part, name));
      return words.every((word) => word !== null) && new Set(words).size === parts.length;
    });
    return found?.name ?? null;
  }

  private findLiteral(type: ts.Type, field: string): string | null {
    const symbol = type.getProperty(field);
    const memberType = symbol && this.checker.getTypeOfSymbol(symbol);
    return memberType?.isStringLiteral() === true ? memberType.value : null;
  }
}

const scalars = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
] as const;

/** What a tag says of a number in a list, or of a number that may be null, is said of the number. */
function applyKeywords(schema: Schema, { type: narrower, ...keywords }: Schema): Schema {
  if (narrower === undefined) return { ...schema, ...keywords };
  if ('items' in schema) return { ...schema, items: { ...(schema['items'] as Schema), type: narrower }, ...keywords };
  return { ...schema, type: Array.isArray(schema['type']) ? [narrower, 'null'] : narrower, ...keywords };
}

/** Literals of one type become one enumeration; both booleans become `boolean`. */
function mergeLiterals(schemas: readonly Schema[]): Schema[] {
  const literal = (schema: Schema): boolean => 'const' in schema;
  const types = [...new Set(schemas.filter(literal).map(({ type }) => type))];
  const enumerations = types.map((type) => {
    const values = schemas
      .filter((schema) => literal(schema) && schema['type'] === type)
      .map((schema) => schema['const']);
    if (type === 'boolean' && values.length === 2) return { type };
    return values.length === 1 ? { type, const: values[0] } : { type, enum: values };
  });
  return [...schemas.filter((schema) => !literal(schema)), ...enumerations];
}

/** The compiler orders the parts of a union by when it met them first; here they stand as a union type in their files writes them. */
function sortAsDeclared(parts: readonly ts.Type[]): readonly ts.Type[] {
  const nameOf = (type: ts.Type): string => (type.symbol as ts.Symbol | undefined)?.name ?? '';
  const files = new Set(
    parts.flatMap(({ symbol }) => (symbol as ts.Symbol | undefined)?.declarations?.[0]?.getSourceFile() ?? []),
  );
  const names = [...files].flatMap((file) =>
    file.statements.flatMap((statement) =>
      ts.isTypeAliasDeclaration(statement) && ts.isUnionTypeNode(statement.type)
        ? statement.type.types.map((part) => part.getText(file))
        : [],
    ),
  );
  const placeOf = (type: ts.Type): number =>
    names.includes(nameOf(type)) ? names.indexOf(nameOf(type)) : names.length;
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b));
}
