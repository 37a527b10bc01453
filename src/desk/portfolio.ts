import type { LiveAccount } from '../accounts/live-account.js';
import type { EngineAccount } from '../engine/account.js';
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
  const totals = new Map<string, CurrencyTotals>();
  for (const { currency, day, values } of accounts) {
    const sum = totals.get(currency);
    totals.set(currency, {
      currency,
      accounts: (sum?.accounts ?? 0) + 1,
      netLiq: (sum?.netLiq ?? 0n) + values.netLiq,
      day: (sum?.day ?? 0n) + day,
      unrealised: (sum?.unrealised ?? 0n) + values.unrealised,
      realised: (sum?.realised ?? 0n) + values.realised,
      marginUsed: (sum?.marginUsed ?? 0n) + values.marginUsed,
      buyingPower:
        sum?.buyingPower === null || values.buyingPower === null ? null : (sum?.buyingPower ?? 0n) + values.buyingPower,
    });
  }
  return [...totals.values()].sort((one, other) => one.currency.localeCompare(other.currency));
}

/** Groups with a position or a working order. */
export function sumByGroup(accounts: readonly EngineAccount[]): GroupExposure[] {
  const exposure = new Map<number, GroupExposure>();
  for (const holding of accounts.flatMap(({ holdings }) => [...holdings.values()])) {
    const { terms } = holding.instrument.product.group;
    const margin = BigInt(holding.computeWorstCase()) * terms.initialMargin;
    if (holding.quantity === 0 && margin === 0n) continue;
    const { notional } = computePositionValues(holding);
    const sum = exposure.get(terms.id);
    exposure.set(terms.id, {
      groupId: terms.id,
      currency: terms.currency,
      long: (sum?.long ?? 0n) + (notional !== null && notional > 0n ? notional : 0n),
      short: (sum?.short ?? 0n) + (notional !== null && notional < 0n ? notional : 0n),
      margin: (sum?.margin ?? 0n) + margin,
      isPartial: sum?.isPartial === true || notional === null,
    });
  }
  return [...exposure.values()].sort((one, other) => one.groupId - other.groupId);
}
