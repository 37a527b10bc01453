import type { Actor } from '../access/actor.js';
import { canViewAllAccounts } from '../accounts/account-rights.js';
import { computeDayDifference, type DayDifference } from '../accounts/day-difference.js';
import { type LiveAccount, toLiveAccount } from '../accounts/live-account.js';
import { type LivePosition, listLivePositions } from '../accounts/positions/live-position.js';
import type { EngineAccount } from '../engine/account.js';
import type { CommandActor } from '../engine/command.js';
import type { State } from '../engine/state.js';
import { toCommandCaller } from '../exchange/caller.js';
import {
  type CloseObstacle,
  computePositionValues,
  findCloseObstacle,
  type PositionValues,
} from './position-values.js';
import {
  type CurrencyTotals,
  type GroupExposure,
  sumByCurrency,
  sumByGroup,
  sumUnlisted,
  type UnlistedPositions,
} from './portfolio.js';

/** What needs attention among accounts: how many of them there are, are disabled, differ from their lists, or count money and positions from other dates. */
export type AttentionCounts = Readonly<{
  accounts: number;
  disabled: number;
  broken: number;
  breaks: number;
  mismatched: number;
}>;

/** An instrument in which trading is halted: how many orders work there, and whether anything is held. */
type HaltedInstrument = Readonly<{ instrumentId: number; orders: number; isHeld: boolean }>;

/** An account with its P&L of the day, and by what that is not its unrealized and realized P&L. */
export type DayAccount = LiveAccount & Readonly<{ day: bigint; difference: DayDifference }>;

/** A position with its P&L of the day, and why it cannot be closed now, if so. */
export type DayPosition = LivePosition & PositionValues & Readonly<{ obstacle: CloseObstacle | null }>;

export type OverviewState = Readonly<{
  accounts: readonly DayAccount[];
  /** How many more of their accounts there are. */
  moreAccounts: number;
  /** Of all of their accounts. */
  totals: readonly CurrencyTotals[];
  exposure: readonly GroupExposure[];
  positions: readonly DayPosition[];
  openPositions: number;
  unlisted: readonly UnlistedPositions[];
  openOrders: number;
  breaks: ReadonlyMap<number, number>;
  /** Where trading is halted and they have something to lose. */
  halted: readonly HaltedInstrument[];
  /** Of all accounts, for those who can view them. */
  service: AttentionCounts | null;
}>;

const ACCOUNTS_MAX = 12;
const POSITIONS_MAX = 25;

/** Reads accounts and positions between two commands, so that they agree with each other. */
export function readOverviewState(state: State, ids: readonly number[], actor: Actor): OverviewState {
  const accounts = ids.flatMap((id) => state.accounts.get(id) ?? []);
  const everything = { size: Infinity, after: null, acctIds: undefined, instrumentIds: undefined };
  const held = listLivePositions(state, ids, everything).filter(({ quantity }) => quantity !== 0);
  const listed = held.slice(0, POSITIONS_MAX);
  const listedKeys = new Set(listed.map(({ acctId, instrumentId }) => `${acctId} ${instrumentId}`));
  const valued = accounts.map((account) => ({
    ...toLiveAccount(account, actor),
    day: computeDay(account),
    difference: computeDayDifference(account),
  }));
  return {
    accounts: valued.slice(0, ACCOUNTS_MAX),
    moreAccounts: Math.max(0, accounts.length - ACCOUNTS_MAX),
    totals: sumByCurrency(valued),
    exposure: sumByGroup(accounts),
    positions: listed.map((position) => addValues(state, position, toCommandCaller(actor))),
    openPositions: held.length,
    unlisted: sumUnlisted(accounts, ({ acctId, instrument }) => listedKeys.has(`${acctId} ${instrument.id}`)),
    openOrders: accounts.reduce((sum, { openOrders }) => sum + openOrders.size, 0),
    halted: findHaltedInstruments(state, accounts, new Set(held.map(({ instrumentId }) => instrumentId))),
    breaks: new Map(accounts.flatMap(({ id, openBreaks }) => (openBreaks.size === 0 ? [] : [[id, openBreaks.size]]))),
    service: canViewAllAccounts(actor) ? countAttention([...state.accounts.values()]) : null,
  };
}

/** A halt is rare: orders are looked through only while there is one. */
function findHaltedInstruments(
  state: State,
  accounts: readonly EngineAccount[],
  held: ReadonlySet<number>,
): HaltedInstrument[] {
  const halted = [...state.instruments.values()].filter(({ givenStatus }) => givenStatus === 'Halted');
  if (halted.length === 0) return [];
  const working = new Map<number, number>();
  for (const { instrument } of accounts.flatMap((account) => state.listAccountOrders(account)))
    working.set(instrument.id, (working.get(instrument.id) ?? 0) + 1);
  return halted
    .map(({ id }) => ({ instrumentId: id, orders: working.get(id) ?? 0, isHeld: held.has(id) }))
    .filter(({ orders, isHeld }) => orders > 0 || isHeld);
}

function countAttention(accounts: readonly EngineAccount[]): AttentionCounts {
  const countOf = (isCounted: (account: EngineAccount) => boolean): number => accounts.filter(isCounted).length;
  return {
    accounts: accounts.length,
    disabled: countOf(({ isEnabled }) => !isEnabled),
    broken: countOf(({ openBreaks }) => openBreaks.size > 0),
    breaks: accounts.reduce((sum, { openBreaks }) => sum + openBreaks.size, 0),
    mismatched: countOf(
      ({ baseline, referenceDate }) => baseline !== null && referenceDate !== null && baseline.asOf !== referenceDate,
    ),
  };
}

const computeDay = ({ holdings }: EngineAccount): bigint =>
  [...holdings.values()].reduce((sum, holding) => sum + (computePositionValues(holding).day ?? 0n), 0n);

function addValues(state: State, position: LivePosition, actor: CommandActor): DayPosition {
  const account = state.accounts.get(position.acctId);
  const holding = account?.holdings.get(position.instrumentId);
  if (account === undefined || holding === undefined) throw new Error('A position has no holding.');
  return {
    ...position,
    ...computePositionValues(holding),
    obstacle: findCloseObstacle(account, holding.instrument, actor),
  };
}
