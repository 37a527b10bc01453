/**
 * Commands and terms as readable JSON in the database. Counts beyond a JSON number are text; they are recognized by
 * field name, so that text of a caller is never converted.
 */
import type { CommandBody, InstrumentTerms, ProductGroupTerms, ProductTerms } from '../engine/command.js';
import type { EngineEvent } from '../engine/event.js';
import { findActionNumber, findNullFields, formatValues, parseValues } from './journal/action-values.js';

const wholeNumbers: ReadonlySet<string> = new Set([
  'cashBalance',
  'netLiq',
  'maxDailyLoss',
  'initialMargin',
  'maintenanceMargin',
  'valuePerUnit',
]);

type CommandType = CommandBody['type'];

type AccountEvents = Extract<
  EngineEvent,
  { type: 'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed' }
>;

type TermsByKind = { group: ProductGroupTerms; product: ProductTerms; instrument: InstrumentTerms };

/** A command without its type, which is a column of its own. An order action is without its nulls as well. */
export function formatCommand({ type, ...rest }: CommandBody): string {
  return findNullFields(type) === null ? JSON.stringify(rest, writeWhole) : JSON.stringify(removeNulls(rest));
}

/** Parses the JSON of the database back into the command. */
export function parseCommand(type: CommandType, payload: unknown): CommandBody {
  const nulls = findNullFields(type);
  return { type, ...nulls, ...(nulls === null ? readWhole(payload as object) : (payload as object)) } as CommandBody;
}

/** A command as the table `journal` has it: an order action as the list of its values, any other as JSON. */
export type CommandColumns = Readonly<{ type: CommandType; actionValues: string | null; payload: unknown }>;

/** Null for another command than an order action. */
export function formatAction(body: CommandBody): string | null {
  const number = findActionNumber(body.type);
  return number === undefined ? null : formatValues(number, body);
}

/** Rows from before there were lists have every command as JSON. */
export function parseColumns({ type, actionValues, payload }: CommandColumns): CommandBody {
  if (actionValues === null) return parseCommand(type, payload);
  const action = parseValues(findActionNumber(type) ?? 0, actionValues);
  if (action === null) throw new Error(`${actionValues} is no list of the values of ${type}.`);
  return action;
}

export const formatTerms = (terms: TermsByKind[keyof TermsByKind]): string => JSON.stringify(terms, writeWhole);

/** Formats and parses events about accounts. */
export const formatEvent = (event: AccountEvents): string => JSON.stringify({ ...event, type: undefined }, writeWhole);

export const parseEvent = <Type extends AccountEvents['type']>(
  type: Type,
  event: unknown,
): Extract<AccountEvents, { type: Type }> =>
  ({ type, ...readWhole(event as object) }) as Extract<AccountEvents, { type: Type }>;

export const parseTerms = <Kind extends keyof TermsByKind>(_kind: Kind, payload: unknown): TermsByKind[Kind] =>
  readWhole(payload as object) as TermsByKind[Kind];

function removeNulls(fields: object): object {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null) given[name] = value;
  return given;
}

const writeWhole = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function readWhole(read: object): object {
  return Object.fromEntries(
    Object.entries(read).map(([name, value]: [string, unknown]) => [name, readField(name, value)]),
  );
}

function readField(name: string, value: unknown): unknown {
  if (typeof value === 'string' && wholeNumbers.has(name)) return BigInt(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? readWhole(value) : value;
}
