import { createHash } from 'node:crypto';
import type { EngineAccount } from '../../engine/account.js';
import type { MoneyStatementCommand, PositionStatementCommand } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import type { LiveValues } from '../../engine/valuation.js';
import { toLocalDate } from '../statements/statement-dates.js';
import type { BrokenLine, LineFault, StatementLines } from './statement-table.js';
import type { EngineEvent } from '../../engine/event.js';
import type { CommandResult } from '../../exchange/commit-loop.js';
import type { StatementEffect } from '../../exchange/preview.js';
import type { AuditedAction } from '../../audit/audit-writing.js';
import { isRepeatedStatement, createPositionsNote } from '../stated.js';
import { type BreakChangesByList, countBreakChanges } from './break-changes.js';
import type { UploadOutcome } from './statement-upload.entity.js';
import type { Instrument } from '../../engine/instrument.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import { suggestSymbol } from '../../instruments/symbol-suggestions.js';

/** Summarizes the exchange's result for a statement. */
export function toUploadOutcome(
  { type, acctId, asOf }: MoneyStatementCommand | PositionStatementCommand,
  executed: CommandResult | undefined,
  state: Pick<State, 'accounts'>,
): UploadOutcome {
  const { seq = 0, events = [] } = executed ?? {};
  const stated = findStatedMoney(executed);
  return {
    ...{ acctId, asOf, seq, version: stated?.money.version ?? null },
    isRepeated:
      type === 'StateMoney' ? stated?.isRepeated === true : executed !== undefined && isRepeatedStatement(events),
    ...countBreakChanges(events),
    unchanged: countUnchangedBreaks(state.accounts.get(acctId), asOf, events),
  };
}

function countUnchangedBreaks(
  account: EngineAccount | undefined,
  asOf: string,
  events: readonly EngineEvent[],
): number {
  const changed = new Set(events.flatMap((event) => ('row' in event ? [event.row.id] : [])));
  const open = [...(account?.openBreaks.values() ?? [])].filter((row) => row.asOf === asOf);
  return open.filter(({ id }) => !changed.has(id)).length;
}

const findStatedMoney = (executed: CommandResult | undefined) =>
  executed?.events.flatMap((event) => (event.type === 'MoneyStated' ? [event] : []))[0];

/** The audit note of a statement, the same as for a single statement. Null for a repeated statement. */
export function toAuditNote(
  command: MoneyStatementCommand | PositionStatementCommand,
  executed: CommandResult | undefined,
): AuditedAction | null {
  const { acctId, asOf } = command;
  if (command.type === 'StatePositions')
    return createPositionsNote({ acctId, asOf, rows: command.positions.length }, executed);
  const stated = findStatedMoney(executed);
  if (stated?.isRepeated === true) return null;
  const version = stated?.money.version ?? 0;
  return { action: 'account.money_stated', subject: ['account', acctId], changes: { as_of: asOf, version } };
}

/** The account and date of a planned statement. */
export type StatementTarget = Readonly<{ acctId: number; name: string; currency: string; asOf: string }>;

/** Planned money values, with the earlier values of that date. `isLive`: current values would be counted from them. */
export type PlannedMoney = StatementTarget &
  Readonly<{
    line: number;
    before: Readonly<{ cashBalance: bigint; netLiq: bigint; version: number }> | null;
    cashBalance: bigint;
    netLiq: bigint;
    isLive: boolean;
    /** What the account is worth now, before anything of the table. */
    now: LiveValues;
    /** Whether the account has money values of any date. */
    hasMoney: boolean;
    /** What the account is worth after these values, at the prices of now. */
    afterwards: LiveValues;
  }>;

/**
 * A planned position, with the earlier quantity of that date (`before`), the books at that close, and the account's position now
 * and after the import. `line` is null for an instrument that the list omits. A difference to the books is a break.
 */
export type PlannedPosition = Readonly<{
  line: number | null;
  instrumentId: number;
  scale: number;
  before: number | null;
  quantity: number;
  price: number | null;
  books: number;
  /** Whether an administrator has accepted the difference to the books: it opens no break. */
  isAccepted: boolean;
  heldNow: number;
  heldThen: number;
  /** The price of the market, with its scale, where that of the list is far from it. */
  farFrom: Readonly<{ price: number; scale: number }> | null;
  /** Whether no closing price is known, so that what the list has is counted from its price. */
  isUnpriced: boolean;
}>;

/** `touchesBreaks`: the list would close or change open breaks. */
export type PlannedList = StatementTarget &
  Readonly<{
    line: number;
    isCorrection: boolean;
    isLive: boolean;
    touchesBreaks: boolean;
    /** What the account is worth before and after the list, if nothing is traded meanwhile. */
    worth: StatementEffect;
    /** What the import does to breaks, counted on a copy of the state. */
    breaks: BreakChangesByList;
    positions: readonly PlannedPosition[];
  }>;

/** The planned changes of a table. Nothing is executed yet. */
export type StatementPlan = Readonly<{
  faults: readonly LineFault[];
  /** The commands of the import, in order; empty while there are faults. */
  commands: readonly (MoneyStatementCommand | PositionStatementCommand)[];
  /** Hash of the earlier statements of the same dates. A confirmation must send the same hash. */
  basis: string;
  /** What the statements would change. It copies all open orders, so only a plan that is shown asks for it, and before the state changes. */
  preview: () => PlanPreview;
}>;

export type PlanPreview = Readonly<{ money: readonly PlannedMoney[]; lists: readonly PlannedList[] }>;

/** The inputs of a plan besides the table: engine state, time, the user's rights, and instruments by symbol or id. */
export type PlanContext = Readonly<{
  state: State;
  now: number;
  mayPostStatementsFor: (account: EngineAccount) => boolean;
  instrumentOf: (word: string) => number | null;
  /** The symbol that was probably meant by an unknown one. */
  suggestSymbol: (word: string) => string | null;
}>;

/** A hash, because the value travels through the browser and back. */
export function hashBasis(compared: unknown): string {
  const text = JSON.stringify(compared, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest('base64url');
}

/** An error of a line, at its column. */
export type CellFault = Omit<LineFault, 'line'>;

/** The account of a line, if the line has one for which the user may post statements, and its errors. They do not reveal whether an account of another user exists. */
export function findAccount(
  { acctId, asOf }: Pick<BrokenLine, 'acctId' | 'asOf'>,
  { state, now, mayPostStatementsFor }: PlanContext,
): Readonly<{ account: EngineAccount | null; faults: readonly CellFault[] }> {
  if (acctId === null) return { account: null, faults: [] };
  const account = state.accounts.get(acctId);
  if (account === undefined || !mayPostStatementsFor(account)) {
    const message = `there is no account ${acctId} for which you may post statements`;
    return { account: null, faults: [{ column: 'acct_id', message }] };
  }
  const today = toLocalDate(account.timeZone, now);
  if (asOf === null || asOf <= today) return { account, faults: [] };
  const message = `date ${asOf} is in the future: in the time zone of account ${acctId}, today is ${today}`;
  return { account, faults: [{ column: 'as_of', message }] };
}

/** A table may have thousands of unknown symbols, and the exchange waits meanwhile: the first ones get a suggestion. */
const WORDS_MAX = 20;

/** Finds the symbol of an instrument that can still be traded: by few edits, or another expiry of the same product. Each word is compared once. */
export function createSuggestions({ instruments }: State): (word: string) => string | null {
  const found = new Map<string, string | null>();
  let symbols: readonly string[] | null = null;
  return (word) => {
    const known = found.get(word);
    if (known !== undefined || found.size >= WORDS_MAX) return known ?? null;
    symbols ??= listSymbols([...instruments.values()]);
    const suggestion = suggestSymbol(word, symbols);
    found.set(word, suggestion);
    return suggestion;
  };
}

const listSymbols = (instruments: readonly Instrument[]): string[] =>
  instruments
    .filter(({ isExpired }) => !isExpired)
    .sort((one, other) => ((one.terms.expiration ?? '') < (other.terms.expiration ?? '') ? -1 : 1))
    .map(toSymbol);

export function describeUnknownInstrument(word: string, { suggestSymbol }: PlanContext): string {
  const suggestion = suggestSymbol(word);
  return `there is no instrument “${word.slice(0, 40)}”${suggestion === null ? '' : `. Did you mean ${suggestion}?`}`;
}

/** All lines in their order. Those with cells that cannot be read are checked as well, so that all errors can be fixed at once; they are no part of the plan. */
export const listLines = <Line extends Readonly<{ line: number }>>({
  lines,
  broken,
}: StatementLines<Line>): readonly Readonly<{ checked: Line | BrokenLine; planned: Line | null }>[] =>
  [
    ...lines.map((one) => ({ checked: one, planned: one })),
    ...broken.map((one) => ({ checked: one, planned: null })),
  ].sort((one, other) => compareLines(one.checked, other.checked));

/** Sorts by line; errors of one line stay in their order. */
export const compareLines = (one: Readonly<{ line: number }>, other: Readonly<{ line: number }>): number =>
  one.line - other.line;

/** Sorts by date and account: a list must be imported before a later list that is compared with it. */
export const compareByAccountAndDate = (
  one: Pick<StatementTarget, 'acctId' | 'asOf'>,
  other: Pick<StatementTarget, 'acctId' | 'asOf'>,
): number => (one.asOf === other.asOf ? one.acctId - other.acctId : one.asOf < other.asOf ? -1 : 1);
