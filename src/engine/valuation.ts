/** What positions and accounts are worth right now. Nothing is kept here; everything is computed from what is. */
import type { Account } from './account.js';
import type { Holding, Profit } from './holding.js';
import type { Instrument } from './instrument.js';

type MarkSource = 'last' | 'mid' | 'settlement' | 'reference';
export type Mark = Readonly<{ price: number; source: MarkSource }>;

/** The price at which a position is valued, from the best source that there is; null where there is none. */
export function markOf({ instrument, reference }: Holding): Mark | null {
  return marketMark(instrument) ?? (reference === null ? null : { price: reference.price, source: 'reference' });
}

/** While no session is open, what rests in the book is nobody's price: the session was settled. */
function marketMark({ lastPriceOfSession, board, settlementPrice, product }: Instrument): Mark | null {
  if (!product.sessionIsOpen && settlementPrice !== null) return { price: settlementPrice, source: 'settlement' };
  if (lastPriceOfSession !== null) return { price: lastPriceOfSession, source: 'last' };
  const middle = board.middle();
  if (middle !== null) return { price: middle, source: 'mid' };
  return settlementPrice === null ? null : { price: settlementPrice, source: 'settlement' };
}

export type LiveValues = Readonly<{
  netLiq: bigint;
  cashBalance: bigint;
  realised: bigint;
  unrealised: bigint;
  marginUsed: bigint;
  /** What may be in use as margin; null where the account has no such limit. */
  buyingPower: bigint | null;
  baseline: string | null;
  baselineMismatch: boolean;
  /** Instruments that are held and have no price. */
  staleMarks: readonly number[];
}>;

export function liveValues(account: Account): LiveValues {
  const { baseline, referenceDate } = account;
  const netLiq = netLiquidation(account);
  return {
    netLiq,
    cashBalance: (baseline?.cashBalance ?? 0n) + sum(account, (holding) => sinceBaseline(account, holding).realised),
    realised: sum(account, ({ realised }) => realised),
    unrealised: sum(account, unrealised),
    marginUsed: marginUsed(account),
    buyingPower: buyingPower(account, netLiq),
    baseline: baseline?.asOf ?? null,
    baselineMismatch: baseline !== null && referenceDate !== null && baseline.asOf !== referenceDate,
    staleMarks: [...account.holdings.values()].filter((holding) => holding.quantity !== 0 && markOf(holding) === null).map(({ instrument }) => instrument.id).sort((a, b) => a - b),
  };
}

/** What the account would be worth if everything were closed at its mark: the last statement, and the profit since. */
export function netLiquidation(account: Account): bigint {
  return (account.baseline?.netLiq ?? 0n) + sum(account, (holding) => sinceBaseline(account, holding).total);
}

/** Money from what each holding has in units of price times contracts. */
function sum(account: Account, of: (holding: Holding) => bigint): bigint {
  let total = 0n;
  for (const holding of account.holdings.values()) total += holding.instrument.product.terms.valuePerUnit * of(holding);
  return total;
}

function sinceBaseline({ baseline }: Account, holding: Holding): Profit {
  const now = profitNow(holding);
  if (baseline === null) return now;
  const then = holding.profitAtClose(baseline.asOf);
  return { total: now.total - then.total, realised: now.realised - then.realised };
}

const profitNow = (holding: Holding): Profit => holding.profitAt(markOf(holding)?.price ?? null);

function unrealised(holding: Holding): bigint {
  const mark = markOf(holding);
  return mark === null ? 0n : holding.unrealisedAt(mark.price);
}

/** The profit since the last close of each instrument. */
export function profitOfDay(account: Account): bigint {
  return sum(account, (holding) => profitNow(holding).total - (holding.closes.at(-1)?.profit.total ?? 0n));
}

/** The initial margin of the worst that every instrument's working orders could lead to. */
export function marginUsed(account: Account): bigint {
  let margin = 0n;
  for (const holding of account.holdings.values()) margin += BigInt(holding.worstCase()) * holding.instrument.product.group.terms.initialMargin;
  return margin;
}

function buyingPower({ limits }: Account, netLiq: bigint): bigint | null {
  return limits.buyingPowerPercent === null ? null : (netLiq * BigInt(limits.buyingPowerPercent)) / 100n;
}
