/** What positions and accounts are worth right now. Nothing is kept here; everything is computed from what is. */
import type { EngineAccount } from './account.js';
import { MONEY_SCALE } from '../money/amount.js';
import { DECIMALS_MAX } from '../money/decimal.js';
import type { ExactPrice } from './exact-price.js';
import type { Holding } from './holding.js';
import type { Instrument } from './instrument.js';
import { type Profit, subtractProfit } from './profit-history.js';

type MarkSource = 'last' | 'mid' | 'settlement' | 'reference';
export type Mark = ExactPrice & Readonly<{ source: MarkSource }>;

/** Values are counted in 10^-13 of the currency: money has four decimals, and reference prices may have nine more than prices of the market. */
export const VALUE_SCALE = MONEY_SCALE + DECIMALS_MAX;
export const VALUES_PER_MONEY = 10n ** BigInt(DECIMALS_MAX);

/** The price at which a position is valued, from the best source that there is; null where there is none. */
export function findMark({ instrument, reference }: Holding): Mark | null {
  return (
    findMarketMark(instrument) ??
    (reference === null
      ? null
      : { price: reference.price, extraDecimals: reference.extraDecimals, source: 'reference' })
  );
}

/** While no session is open, what rests in the book is nobody's price: the session was settled. */
function findMarketMark({ lastPriceOfSession, board, settlementPrice, product }: Instrument): Mark | null {
  if (!product.sessionIsOpen && settlementPrice !== null)
    return { price: settlementPrice, extraDecimals: 0, source: 'settlement' };
  if (lastPriceOfSession !== null) return { price: lastPriceOfSession, extraDecimals: 0, source: 'last' };
  const middle = board.findMidPrice();
  if (middle !== null) return { price: middle, extraDecimals: 0, source: 'mid' };
  return settlementPrice === null ? null : { price: settlementPrice, extraDecimals: 0, source: 'settlement' };
}

/** Margins in 10^-4 of the currency, the other values in 10^-`VALUE_SCALE`. */
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

export function computeLiveValues(account: EngineAccount): LiveValues {
  const { baseline, referenceDate } = account;
  return {
    netLiq: computeNetLiq(account),
    cashBalance:
      (baseline?.cashBalance ?? 0n) * VALUES_PER_MONEY +
      sumHoldings(account, (holding) => computeProfitSinceBaseline(account, holding).realised),
    realised: sumHoldings(account, ({ realised }) => realised),
    unrealised: sumHoldings(account, computeUnrealizedAmount),
    marginUsed: computeMarginUsed(account),
    buyingPower: computeBuyingPower(account),
    baseline: baseline?.asOf ?? null,
    baselineMismatch: baseline !== null && referenceDate !== null && baseline.asOf !== referenceDate,
    staleMarks: [...account.holdings.values()]
      .filter((holding) => holding.quantity !== 0 && findMark(holding) === null)
      .map(({ instrument }) => instrument.id)
      .sort((a, b) => a - b),
  };
}

const computeNetLiq = (account: EngineAccount): bigint =>
  (account.baseline?.netLiq ?? 0n) * VALUES_PER_MONEY +
  sumHoldings(account, (holding) => computeProfitSinceBaseline(account, holding).total);

/** Values from what each holding has in units of price times contracts. */
function sumHoldings(account: EngineAccount, getAmount: (holding: Holding) => bigint): bigint {
  let money = 0n;
  let finer = 0n;
  for (const holding of account.holdings.values()) {
    const { extraDecimals, instrument } = holding;
    const worth = instrument.product.terms.valuePerUnit * getAmount(holding);
    if (extraDecimals === 0) money += worth;
    else finer += worth * 10n ** BigInt(DECIMALS_MAX - extraDecimals);
  }
  return money * VALUES_PER_MONEY + finer;
}

/** What an amount of a holding, now or at a close, is worth, in values. */
export const toAmountValue = (
  { instrument, extraDecimals }: Pick<Holding, 'instrument' | 'extraDecimals'>,
  amount: bigint,
): bigint => instrument.product.terms.valuePerUnit * amount * 10n ** BigInt(DECIMALS_MAX - extraDecimals);

function divideFloor(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

export function computeProfitSinceBaseline({ baseline }: EngineAccount, holding: Holding): Profit {
  const now = computeProfitNow(holding);
  if (baseline === null) return now;
  return subtractProfit(now, holding.history.findProfitAtStart(baseline.asOf));
}

export const computeProfitNow = (holding: Holding): Profit => holding.computeProfit(findMark(holding));

/** Nothing where there is no mark. */
export function computeUnrealizedAmount(holding: Holding): bigint {
  const mark = findMark(holding);
  return mark === null ? 0n : holding.computeUnrealized(mark);
}

/** The profit since the last close of each instrument, in money. Rounded up, which leaves every comparison with whole money as it is. */
export function computeDayProfit(account: EngineAccount): bigint {
  return -divideFloor(
    -sumHoldings(account, (holding) => computeProfitNow(holding).total - holding.profitAtDayStart.total),
    VALUES_PER_MONEY,
  );
}

/** The initial margin of the worst that every instrument's working orders could lead to. */
export function computeMarginUsed(account: EngineAccount): bigint {
  let margin = 0n;
  for (const holding of account.holdings.values())
    margin += BigInt(holding.computeWorstCase()) * holding.instrument.product.group.terms.initialMargin;
  return margin;
}

/** What may be in use as margin, in money, rounded down; null where the account has no such limit. */
export function computeBuyingPower(account: EngineAccount): bigint | null {
  const { buyingPowerPercent } = account.limits;
  return buyingPowerPercent === null
    ? null
    : divideFloor(computeNetLiq(account) * BigInt(buyingPowerPercent), 100n * VALUES_PER_MONEY);
}
