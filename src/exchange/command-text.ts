/**
 * Commands and terms as the database keeps them: JSON that anybody can read. Counts that may outgrow a JSON number are texts of
 * digits; which fields those are is known by their names, so that no text of a caller is ever taken for one.
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

/** The commands of every second have no such counts, and are read and written without looking for them. */
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

/** A command without its type, which stands in a column of its own. */
export function formatCommand({ type, ...rest }: CommandBody): string {
  return order.has(type) ? JSON.stringify(rest) : JSON.stringify(rest, writeWhole);
}

/** The command again, from what the database made of that text. */
export function parseCommand(type: CommandType, payload: unknown): CommandBody {
  return { type, ...(order.has(type) ? (payload as object) : readWhole(payload as object)) } as CommandBody;
}

export const formatTerms = (terms: TermsByKind[keyof TermsByKind]): string => JSON.stringify(terms, writeWhole);

/** An event about an account, and again from what the database made of it. */
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
