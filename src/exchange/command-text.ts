/**
 * Commands and terms as readable JSON in the database. Counts beyond a JSON number are text; they are recognized by
 * field name, so that text of a caller is never converted.
 */
import type { CommandBody, InstrumentTerms, ProductGroupTerms, ProductTerms } from '../engine/command.js';
import type { EngineEvent } from '../engine/event.js';

const wholeNumbers: ReadonlySet<string> = new Set([
  'cashBalance',
  'netLiq',
  'maxDailyLoss',
  'initialMargin',
  'maintenanceMargin',
  'valuePerUnit',
]);

type CommandType = CommandBody['type'];

/** The frequent commands have no such counts and skip the conversion. */
const order: ReadonlySet<CommandType> = new Set([
  'LimitOrderSub',
  'MarketOrderSub',
  'StopOrderSub',
  'StopLimitOrderSub',
  'OrderModification',
  'OrderCancellation',
  'MassCancellation',
]);

type AccountEvents = Extract<
  EngineEvent,
  { type: 'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed' }
>;

type TermsByKind = { group: ProductGroupTerms; product: ProductTerms; instrument: InstrumentTerms };

/** A command without its type, which is a column of its own. */
export function formatCommand({ type, ...rest }: CommandBody): string {
  return order.has(type) ? JSON.stringify(rest) : JSON.stringify(rest, writeWhole);
}

/** Parses the JSON of the database back into the command. */
export function parseCommand(type: CommandType, payload: unknown): CommandBody {
  return { type, ...(order.has(type) ? (payload as object) : readWhole(payload as object)) } as CommandBody;
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
