import { getMetadataStorage } from 'class-validator';
import { toJsonPointer, formatSuggestion, formatUnknownName } from '../../errors/field-names.js';
import { QUANTITY_MAX } from '../../engine/risk.js';
import type { Issue } from '../../errors/domain-error.js';
import { isCalendarDate, isId } from '../../http/wire-values.js';
import type { Decimal } from '../../money/decimal.js';
import { INTEGER_MAX, isLabel, isWholeNumber, LABEL_LENGTH_MAX, parsePrice } from './field-values.js';
import type { CrossFieldRule, RuleContext } from './order-action-rules.decorator.js';

type JsonObject = Readonly<Record<string, unknown>>;

type Kind = 'id' | 'quantity' | 'version' | 'price' | 'label' | 'day' | 'boolean' | 'word';

/** What a rule of class-validator means to the reader. `invalid` and `missing` stand in for a value that is never used. */
type ValueRule = Readonly<{ kind: Kind; words: readonly string[]; invalid: unknown; missing: unknown }>;

/** One field of an action, compiled from the rules of its DTO. */
export type FieldRule<Value> = ValueRule &
  Readonly<{
    name: string;
    /** Whether the action needs the field: always, never, or depending on other fields. */
    isRequired: boolean | ((action: JsonObject, value: undefined) => boolean);
    hint: string | null;
    crossFields: readonly Readonly<{ rule: CrossFieldRule; pointer: string }>[];
    /** For the compiler only. */
    value?: Value;
  }>;

/** A DTO has prices as the wire writes them. */
type EngineValue<Type> = [number | string] extends [Type] ? Decimal | null : Type;
type ReadValue<Type> = undefined extends Type ? EngineValue<Exclude<Type, undefined>> | null : EngineValue<Type>;

type FieldRules<Dto> = Readonly<{ [Name in keyof Dto]-?: FieldRule<ReadValue<Dto[Name]>> }>;

/** An order action as its DTO describes it. */
export type ActionRules<Dto> = Readonly<{ title: string; names: ReadonlySet<string>; fields: FieldRules<Dto> }>;

/** What ValidationMetadata of class-validator has. */
type RuleMetadata = Readonly<{
  type: string;
  name?: string;
  propertyName: string;
  constraints?: readonly unknown[];
  context?: RuleContext;
}>;

const toValueRule = (kind: Kind, invalid: unknown, missing: unknown): ValueRule => ({
  kind,
  words: [],
  invalid,
  missing,
});

export const toWordRule = (words: readonly string[]): ValueRule => ({
  kind: 'word',
  words,
  invalid: words[0],
  missing: words[0],
});

/** By the name of the rule, with its constraint. */
const valueRules: Readonly<Record<string, (constraint: unknown) => ValueRule>> = {
  isId: () => toValueRule('id', 1, 0),
  isQuantity: () => toValueRule('quantity', 1, 1),
  isVersion: () => toValueRule('version', 1, 1),
  isPrice: () => toValueRule('price', { digits: 0, decimals: 0 } satisfies Decimal, null),
  isLabel: () => toValueRule('label', 'x', 'x'),
  isDay: () => toValueRule('day', '', ''),
  isBoolean: () => toValueRule('boolean', false, false),
  isIn: (words) => toWordRule(words as readonly string[]),
  equals: (word) => toWordRule([word as string]),
};

/** The value as the engine takes it; undefined for an invalid one. */
function parseValue({ kind, words }: ValueRule, value: unknown): unknown {
  if (kind === 'price') return parsePrice(value) ?? undefined;
  if (kind !== 'word') return isValid(kind, value) ? value : undefined;
  for (const word of words) if (value === word) return word;
  return undefined;
}

/** A switch, because calls of many different functions from one place are slow. */
function isValid(kind: Exclude<Kind, 'word' | 'price'>, value: unknown): boolean {
  switch (kind) {
    case 'id':
      return isId(value);
    case 'quantity':
    case 'version':
      return isWholeNumber(value);
    case 'label':
      return isLabel(value);
    case 'day':
      return isCalendarDate(value);
    case 'boolean':
      return typeof value === 'boolean';
  }
}

const descriptions: Readonly<Record<Exclude<Kind, 'word'>, string>> = {
  id: 'must be an id: a whole number from 1 to 9007199254740991',
  quantity: `must be a whole number from 1 to ${QUANTITY_MAX}`,
  version: `must be a whole number from 1 to ${INTEGER_MAX}`,
  price: 'must be a decimal number of at most 15 digits before the point, without an exponent',
  label: `must have 1 to ${LABEL_LENGTH_MAX} characters, and only such as can be seen`,
  day: 'must be a date that exists, written YYYY-MM-DD',
  boolean: 'must be true or false',
};

const describeRule = ({ kind, words }: ValueRule, value: unknown): string =>
  kind === 'word' ? `must be one of ${words.join(', ')}${formatSuggestion(value, words)}` : descriptions[kind];

/** Reads the rules of a DTO once. A rule without a meaning here fails the start. */
export function compileActionRules<Dto extends object>(dto: new () => Dto): ActionRules<Dto> {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(
    dto,
    '',
    false,
    false,
  ) as unknown as readonly RuleMetadata[];
  const byField = Map.groupBy(metadata, ({ propertyName }) => propertyName);
  return {
    title: `${/^[AEIOU]/.test(dto.name) ? 'an' : 'a'} ${dto.name}`,
    names: new Set(byField.keys()),
    fields: Object.fromEntries(
      [...byField].map(([name, rules]) => [name, compileField(name, rules)]),
    ) as unknown as FieldRules<Dto>,
  };
}

function compileField(name: string, rules: readonly RuleMetadata[]): FieldRule<unknown> {
  const optional = rules.find(({ type }) => type === 'conditionalValidation');
  const [rule, ...others] = rules.filter((other) => other !== optional && !other.context?.crossField);
  const compile = valueRules[rule?.name ?? ''];
  if (compile === undefined || others.length > 0) throw new TypeError(`No reader for the rules of ${name}`);
  const { kind, words, invalid, missing } = compile(rule?.constraints?.[0]);
  return {
    kind,
    words,
    invalid,
    missing,
    name,
    isRequired: toRequirement(optional),
    hint: optional?.context?.hint ?? null,
    crossFields: rules.flatMap(({ context: { crossField, pointer = name } = { schema: {} } }) =>
      crossField === undefined ? [] : [{ rule: crossField, pointer }],
    ),
  };
}

/** `@Optional()` has no context; the conditions of this module have one. */
function toRequirement(optional: RuleMetadata | undefined): FieldRule<unknown>['isRequired'] {
  if (optional === undefined) return true;
  return (
    optional.context !== undefined && (optional.constraints?.[0] as (action: JsonObject, value: undefined) => boolean)
  );
}

/**
 * Reads one object of a body field by field. Faults are collected and reading continues, so that a caller gets all of
 * them at once; a faulty value is never used. Every order passes through it, so class-validator only describes the
 * fields: a well-formed order costs about a microsecond here, and twenty-seven with class-validator itself.
 */
export class FieldReader {
  constructor(
    private readonly raw: JsonObject,
    private readonly issues: Issue[],
    /** The index in a list; null for a single action. */
    private readonly index: number | null,
  ) {}

  /** Reports every field that the action does not have. */
  rejectUnknown({ names, title }: Pick<ActionRules<object>, 'names' | 'title'>): void {
    for (const name in this.raw)
      if (!names.has(name)) this.addIssue(name, formatUnknownName(name, [...names], `is not a field of ${title}`));
  }

  /** Null without an optional field. */
  read<Value>(field: FieldRule<Value>): Value {
    const value = this.raw[field.name];
    const isBroken = field.crossFields.length > 0 && this.breaksCrossField(field);
    if (value === undefined) return field.isRequired === false ? (null as Value) : this.readAbsent(field, isBroken);
    const parsed = parseValue(field, value);
    if (parsed !== undefined) return parsed as Value;
    if (!isBroken) this.addIssue(field.name, `${field.name} ${describeRule(field, value)}`);
    return field.invalid as Value;
  }

  private readAbsent<Value>({ name, isRequired, hint, missing }: FieldRule<Value>, isBroken: boolean): Value {
    if (isBroken || (typeof isRequired === 'function' && !isRequired(this.raw, undefined))) return null as Value;
    this.addIssue(name, hint === null ? `${name} is missing` : `${name} is missing; ${hint}`);
    return missing as Value;
  }

  private breaksCrossField({ crossFields }: FieldRule<unknown>): boolean {
    let isBroken = false;
    for (const { rule, pointer } of crossFields) {
      const message = rule(this.raw);
      if (message === null) continue;
      this.addIssue(pointer, message);
      isBroken = true;
    }
    return isBroken;
  }

  private addIssue(name: string, message: string): void {
    const inner = name === '' ? [] : [name];
    this.issues.push({
      pointer: this.index === null ? toJsonPointer(...inner) : toJsonPointer('actions', this.index, ...inner),
      message,
    });
  }
}
