import type { LiveAccount } from '../accounts/live-account.js';
import type { EngineAccount } from '../engine/account.js';
import type { ProductGroupTerms } from '../engine/command.js';
import type { Holding } from '../engine/holding.js';
import { computeUnrealizedAmount, toAmountValue } from '../engine/valuation.js';
import { computePositionValues } from './position-values.js';

/** The values of all accounts in a currency. Margins in 10^-4 of the currency, the other values in 10^-`VALUE_SCALE`. */
export type CurrencyTotals = Readonly<{
  currency: string;
  accounts: number;
  netLiq: bigint;
  day: bigint;
  unrealised: bigint;
  realised: bigint;
  marginUsed: bigint;
  /** Null if an account has no margin limit. */
  buyingPower: bigint | null;
}>;

/** What the positions in the products of a group are worth at their mark prices, and the margin of their worst case. */
export type GroupExposure = Readonly<{
  groupId: number;
  currency: string;
  long: bigint;
  short: bigint;
  margin: bigint;
  /** Whether a position without a mark price is not included. */
  isPartial: boolean;
}>;

export function sumByCurrency(accounts: readonly (LiveAccount & Readonly<{ day: bigint }>)[]): CurrencyTotals[] {
  const groups = [...Map.groupBy(accounts, ({ currency }) => currency)];
  return groups
    .map(([currency, members]) => {
      const sum = (getValue: (account: (typeof members)[number]) => bigint): bigint =>
        members.reduce((total, account) => total + getValue(account), 0n);
      const hasLimits = members.every(({ values }) => values.buyingPower !== null);
      return {
        currency,
        accounts: members.length,
        netLiq: sum(({ values }) => values.netLiq),
        day: sum(({ day }) => day),
        unrealised: sum(({ values }) => values.unrealised),
        realised: sum(({ values }) => values.realised),
        marginUsed: sum(({ values }) => values.marginUsed),
        buyingPower: hasLimits ? sum(({ values }) => values.buyingPower ?? 0n) : null,
      };
    })
    .sort((one, other) => one.currency.localeCompare(other.currency));
}

/** Sums of positions that have no row of their own, in 10^-`VALUE_SCALE`: of those that are flat, or of those beyond the listed ones. */
export type UnlistedPositions = Readonly<{
  currency: string;
  kind: 'closed' | 'more';
  count: number;
  day: bigint;
  unrealised: bigint;
  realised: bigint;
}>;

/** What the totals of accounts count besides the listed positions. Flat positions that gained nothing are left out. */
export function sumUnlisted(
  accounts: readonly EngineAccount[],
  isListed: (holding: Holding) => boolean,
): UnlistedPositions[] {
  const others = accounts.flatMap(({ currency, holdings }) =>
    [...holdings.values()].filter((holding) => !isListed(holding)).map((holding) => toUnlisted(currency, holding)),
  );
  return [...Map.groupBy(others.filter(isCounted), ({ currency, kind }) => `${kind} ${currency}`).values()].map(
    (members) =>
      members.reduce((sum, one) => ({
        ...sum,
        count: sum.count + one.count,
        day: sum.day + one.day,
        unrealised: sum.unrealised + one.unrealised,
        realised: sum.realised + one.realised,
      })),
  );
}

const isCounted = ({ kind, day, realised }: UnlistedPositions): boolean =>
  kind === 'more' || day !== 0n || realised !== 0n;

function toUnlisted(currency: string, holding: Holding): UnlistedPositions {
  return {
    currency,
    kind: holding.quantity === 0 ? 'closed' : 'more',
    count: 1,
    day: computePositionValues(holding).day ?? 0n,
    unrealised: toAmountValue(holding, computeUnrealizedAmount(holding)),
    realised: toAmountValue(holding, holding.realised),
  };
}

type GroupPosition = Readonly<{ group: ProductGroupTerms; notional: bigint | null; margin: bigint }>;

/** Groups with a position or a working order. */
export function sumByGroup(accounts: readonly EngineAccount[]): GroupExposure[] {
  const positions = accounts
    .flatMap(({ holdings }) => [...holdings.values()])
    .flatMap((holding) => toGroupPosition(holding) ?? []);
  return [...Map.groupBy(positions, ({ group }) => group)]
    .map(([{ id, currency }, members]) => {
      const notionals = members.map(({ notional }) => notional ?? 0n);
      return {
        groupId: id,
        currency,
        long: notionals.reduce((sum, notional) => (notional > 0n ? sum + notional : sum), 0n),
        short: notionals.reduce((sum, notional) => (notional < 0n ? sum + notional : sum), 0n),
        margin: members.reduce((sum, { margin }) => sum + margin, 0n),
        isPartial: members.some(({ notional }) => notional === null),
      };
    })
    .sort((one, other) => one.groupId - other.groupId);
}

function toGroupPosition(holding: Holding): GroupPosition | null {
  const { terms: group } = holding.instrument.product.group;
  const margin = BigInt(holding.computeWorstCase()) * group.initialMargin;
  if (holding.computeWorstCase() === 0) return null;
  return { group, notional: computePositionValues(holding).notional, margin };
}
