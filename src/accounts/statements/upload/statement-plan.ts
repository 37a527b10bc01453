import { createHash } from 'node:crypto';
import type { EngineAccount } from '../../../engine/account.js';
import type { MoneyStatementCommand, PositionStatementCommand } from '../../../engine/command.js';
import type { State } from '../../../engine/state.js';
import { dateIn } from '../statement-dates.js';
import type { BrokenLine, LineFault } from './statement-table.js';

/** What of an account a plan shows. */
export type PlannedFor = Readonly<{ acctId: number; name: string; currency: string; asOf: string }>;

/** A statement of money, beside what was stated of that date before. `isLive` says that live values would be counted from it. */
export type PlannedMoney = PlannedFor &
  Readonly<{
    line: number;
    before: Readonly<{ cashBalance: bigint; netLiq: bigint; version: number }> | null;
    cashBalance: bigint;
    netLiq: bigint;
    isLive: boolean;
  }>;

/**
 * A line of a list, beside what is known of that instrument: what was stated before for that date, what the books have at that close, and
 * what the account holds now and would hold then. `line` is null for what the list leaves out. A difference to the books is a break.
 */
export type PlannedPosition = Readonly<{
  line: number | null;
  instrumentId: number;
  scale: number;
  before: number | null;
  quantity: number;
  price: number | null;
  books: number;
  heldNow: number;
  heldThen: number;
}>;

/** `touchesBreaks` says that breaks are open which it would close or change. */
export type PlannedList = PlannedFor &
  Readonly<{
    line: number;
    isCorrection: boolean;
    isLive: boolean;
    touchesBreaks: boolean;
    positions: readonly PlannedPosition[];
  }>;

/** What a table would do, at one moment: nothing of it is done yet. */
export type Plan = Readonly<{
  money: readonly PlannedMoney[];
  lists: readonly PlannedList[];
  faults: readonly LineFault[];
  /** What it would be carried out with, in this order; none while there are faults. */
  commands: readonly (MoneyStatementCommand | PositionStatementCommand)[];
  /** Stands for what was stated before of the same dates: whoever confirms a plan confirms this as well. */
  basis: string;
}>;

/** At which moment, who says for which accounts they may speak, and which instruments are called what. */
export type Circumstances = Readonly<{
  state: State;
  now: number;
  maySpeakFor: (account: EngineAccount) => boolean;
  instrumentOf: (word: string) => number | null;
}>;

/** A hash, because it travels through the browser and back. */
export function basisOf(compared: unknown): string {
  const text = JSON.stringify(compared, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return createHash('sha256').update(text).digest('base64url');
}

/** The account of a line, or what is wrong with it: whoever may not speak for an account is not told whether it is there. */
export function accountFor(
  { acctId, asOf }: Readonly<{ acctId: number; asOf: string }>,
  { state, now, maySpeakFor }: Circumstances,
): EngineAccount | string {
  const account = state.accounts.get(acctId);
  if (account === undefined || !maySpeakFor(account))
    return `there is no account ${acctId} for which you may state anything`;
  const today = dateIn(account.timeZone, now);
  return asOf > today ? `there is no close of ${asOf} yet: where account ${acctId} is, today is ${today}` : account;
}

export const noInstrument = (word: string): string => `there is no instrument “${word.slice(0, 40)}”`;

/** What else is wrong with a line that cannot be carried out anyway, so that it is fixed once. */
export function faultsOfBroken(
  { line, acctId, asOf, instrument }: BrokenLine,
  circumstances: Circumstances,
): LineFault[] {
  const account = acctId === null ? null : accountFor({ acctId, asOf: asOf ?? '' }, circumstances);
  const isNowhere = instrument !== null && circumstances.instrumentOf(instrument) === null;
  return [...(typeof account === 'string' ? [account] : []), ...(isNowhere ? [noInstrument(instrument)] : [])].map(
    (message) => ({ line, message }),
  );
}

/** By account and date; a list that corrects an earlier date comes before what is compared with it. */
export const inOrder = (one: PlannedFor, other: PlannedFor): number =>
  one.asOf === other.asOf ? one.acctId - other.acctId : one.asOf < other.asOf ? -1 : 1;
