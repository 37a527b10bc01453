/**
 * The statements of the back office: money and complete lists of positions at the close of a date.
 *
 * The latest date of each is what live values begin from; an earlier one that comes late is kept and compared, and changes nothing
 * that is live. The same date again replaces what it said before.
 */
import { type EngineAccount, findLatestDate, type EngineBreak } from './account.js';
import type { MoneyStatementCommand, PositionStatementCommand } from './command.js';
import type { PositionCloseRow } from './event.js';
import type { ExactPrice, Holding, ReferenceHolding, Profit } from './holding.js';
import type { Outbox } from './outbox.js';
import type { Product } from './product.js';
import { type Decimal, toUnits } from '../money/decimal.js';
import { type Refusal, refuse } from './refusal.js';
import { PRICE_MAX } from './prices.js';
import type { Settlement } from './settlement.js';
import type { State } from './state.js';
import { findMark } from './valuation.js';

type ReferencesByInstrument = ReadonlyMap<number, ReferenceHolding>;
type Comparison = Pick<EngineBreak, 'asOf' | 'instrumentId' | 'internal' | 'reference'>;

export class Statements {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly settlement: Settlement,
  ) {}

  apply(command: MoneyStatementCommand | PositionStatementCommand): Refusal | null {
    return command.type === 'StateMoney' ? this.stateMoney(command) : this.statePositions(command);
  }

  private stateMoney({ acctId, asOf, cashBalance, netLiq }: MoneyStatementCommand): Refusal | null {
    const account = this.state.accounts.get(acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    const before = account.money.get(asOf);
    const isRepeated = before?.cashBalance === cashBalance && before.netLiq === netLiq;
    const money = isRepeated ? before : { asOf, cashBalance, netLiq, version: (before?.version ?? 0) + 1 };
    account.money.set(asOf, money);
    this.out.emit({ type: 'MoneyStated', acctId, money, isRepeated });
    return null;
  }

  private statePositions(command: PositionStatementCommand): Refusal | null {
    const account = this.state.accounts.get(command.acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    const references = this.parsePositions(command, account);
    if ('code' in references) return references;
    const { asOf } = command;
    if (command.revision === 2 && isSameList(account.references.get(asOf), references)) {
      // Nothing is stated anew, but the books may have come to agree with it since.
      this.reconcileAgain(account, asOf, references);
      return null;
    }
    const positions = [...references].map(([instrumentId, held]) => ({ instrumentId, ...held }));
    this.out.emit({ type: 'PositionsStated', acctId: account.id, asOf, positions });
    this.reconcile(account, asOf, references);
    if (asOf >= (account.referenceDate ?? '')) this.restate(account, asOf, references);
    account.references.set(asOf, references);
    this.reconcileNext(account, asOf);
    return null;
  }

  /** The statement after this one was compared with what the one before it said then. */
  private reconcileNext(account: EngineAccount, asOf: string): void {
    const [next] = [...account.references].filter(([date]) => date > asOf).sort(([a], [b]) => (a < b ? -1 : 1));
    if (next !== undefined) this.reconcile(account, ...next);
  }

  private parsePositions(
    { asOf, positions, revision = 1 }: PositionStatementCommand,
    account: EngineAccount,
  ): ReferencesByInstrument | Refusal {
    const rejectedIds: number[] = [];
    const references = new Map<number, ReferenceHolding>();
    for (const { instrumentId, quantity, price } of positions) {
      if (references.has(instrumentId))
        return refuse('duplicate_instrument', `Instrument ${instrumentId} stands in the list twice.`);
      const reference = toAccountPrice(this.state.instruments.get(instrumentId)?.product, price, account);
      if (reference === null || (revision === 1 && reference.extraDecimals > 0)) rejectedIds.push(instrumentId);
      references.set(instrumentId, { asOf, quantity, ...(reference ?? NO_PRICE) });
    }
    return rejectedIds.length === 0
      ? references
      : refuse(
          'unknown_instrument',
          `Unknown, of another currency, or with a price that the product cannot have: ${rejectedIds.join(', ')}.`,
        );
  }

  /** Every instrument of the account begins anew: one that the list leaves out is flat. */
  private restate(account: EngineAccount, asOf: string, references: ReferencesByInstrument): void {
    const closes: PositionCloseRow[] = [];
    for (const instrumentId of mergeSorted(listHeldInstruments(account), references.keys())) {
      const instrument = this.state.instruments.get(instrumentId);
      if (instrument === undefined) continue;
      const holding = account.getHolding(instrument);
      const reference = references.get(instrumentId) ?? createFlatReference(asOf);
      holding.addDecimals(reference.extraDecimals);
      const restated = holding.restate(reference, computeCarriedProfit(holding, asOf));
      closes.push(...restated.map((close) => ({ acctId: account.id, instrumentId, ...close })));
      this.settlement.settleHolding(holding);
      this.out.markPositionChanged(holding);
    }
    if (closes.length > 0) this.out.emit({ type: 'ClosesRestated', acctId: account.id, closes });
  }

  /** Compares the statement with what the trades say, the statement of that very date left aside. */
  private reconcile(account: EngineAccount, asOf: string, references: ReferencesByInstrument): void {
    for (const comparison of listComparisons(account, asOf, references)) this.compare(account, comparison);
  }

  /** Compares a list that was compared before: only the differences that have changed are reported. */
  private reconcileAgain(account: EngineAccount, asOf: string, references: ReferencesByInstrument): void {
    for (const comparison of listComparisons(account, asOf, references)) {
      const openBreak = account.openBreaks.get(`${asOf} ${comparison.instrumentId}`);
      if (openBreak?.internal !== comparison.internal || openBreak.reference !== comparison.reference)
        this.compare(account, comparison);
    }
  }

  private compare(account: EngineAccount, comparison: Comparison): void {
    const key = `${comparison.asOf} ${comparison.instrumentId}`;
    const openBreak = account.openBreaks.get(key);
    const difference = comparison.reference - comparison.internal;
    if (difference === 0 && openBreak === undefined) return;
    const id = openBreak?.id ?? ++this.state.counters.reconciliationBreak;
    const row: EngineBreak = {
      id,
      acctId: account.id,
      kind: 'quantity',
      status: difference === 0 ? 'Closed' : 'Open',
      difference,
      ...comparison,
    };
    if (difference === 0) account.openBreaks.delete(key);
    else account.openBreaks.set(key, row);
    if (difference === 0) this.out.emit({ type: 'BreakClosed', row });
    else if (openBreak === undefined) this.out.emit({ type: 'BreakOpened', row });
    else this.out.emit({ type: 'BreakChanged', row });
  }
}

/** The instruments in which a list of this date is compared with the books. */
export function findComparedInstruments(
  account: EngineAccount,
  asOf: string,
  list: ReadonlyMap<number, unknown>,
): number[] {
  const { references } = account;
  const named = [findLatestDate(references.keys(), asOf) ?? '', asOf].flatMap((date) => [
    ...(references.get(date)?.keys() ?? []),
  ]);
  const withOpenBreak = [...account.openBreaks.values()].flatMap((row) =>
    row.asOf === asOf ? [row.instrumentId] : [],
  );
  return mergeSorted(listHeldInstruments(account), list.keys(), named, withOpenBreak);
}

function listComparisons(account: EngineAccount, asOf: string, references: ReferencesByInstrument): Comparison[] {
  const findBookQuantity = toBookQuantities(account, asOf);
  return findComparedInstruments(account, asOf, references).map((instrumentId) => ({
    asOf,
    instrumentId,
    internal: findBookQuantity(instrumentId),
    reference: references.get(instrumentId)?.quantity ?? 0,
  }));
}

/** What the books have at the close of a date: the list before it, and the trades since. A list of that very date is left aside. */
export function toBookQuantities(account: EngineAccount, asOf: string): (instrumentId: number) => number {
  const earlierDate = findLatestDate(account.references.keys(), asOf);
  return (instrumentId) => {
    const earlier = earlierDate === null ? null : findReference(account, earlierDate, instrumentId);
    // Where no trade ever was, there is at most what the statement before said.
    return account.holdings.get(instrumentId)?.computeQuantityAtClose(asOf, earlier) ?? earlier?.quantity ?? 0;
  };
}

/** A back office states averages, which need not be on a tick and may be finer than the product; null for a price that cannot be counted. */
export function toReferencePrice({ terms }: Product, price: Decimal): ExactPrice | null {
  const extraDecimals = Math.max(0, price.decimals - terms.scale);
  const units = toUnits(price, terms.scale + extraDecimals);
  const isHoldable =
    typeof units === 'number' &&
    Math.abs(units) <= PRICE_MAX * 10 ** extraDecimals &&
    (units > 0 || terms.allowNegativePrices);
  return isHoldable ? { price: units, extraDecimals } : null;
}

const toAccountPrice = (
  product: Product | undefined,
  price: Decimal,
  { currency }: EngineAccount,
): ExactPrice | null => (product?.group.terms.currency === currency ? toReferencePrice(product, price) : null);

const NO_PRICE: ExactPrice = { price: 0, extraDecimals: 0 };

const createFlatReference = (asOf: string): ReferenceHolding => ({ asOf, quantity: 0, ...NO_PRICE });

/** Whether two lists of one date say the same of the same instruments. */
function isSameList(one: ReferencesByInstrument | undefined, other: ReferencesByInstrument): boolean {
  if (one?.size !== other.size) return false;
  for (const [instrumentId, { quantity, price, extraDecimals }] of other) {
    const known = one.get(instrumentId);
    if (known?.quantity !== quantity || known.price !== price || known.extraDecimals !== extraDecimals) return false;
  }
  return true;
}

/** What the statement of a date says about an instrument: what it leaves out is flat. */
function findReference({ references }: EngineAccount, asOf: string, instrumentId: number): ReferenceHolding {
  return references.get(asOf)?.get(instrumentId) ?? createFlatReference(asOf);
}

/**
 * The profit up to the close of the statement, which the new basis begins after. While that session is still open, what it has
 * brought so far is the best there is.
 */
function computeCarriedProfit(holding: Holding, asOf: string): Profit {
  const { sessionDate, sessionIsOpen } = holding.instrument.product;
  const isClosed = sessionDate === null || sessionDate > asOf || !sessionIsOpen;
  return isClosed ? holding.findProfitAtClose(asOf) : holding.computeProfit(findMark(holding));
}

/** The instruments that an account has ever traded or had in a live statement. */
const listHeldInstruments = ({ holdings }: EngineAccount): number[] =>
  [...holdings].flatMap(([instrumentId, { isUsed }]) => (isUsed ? [instrumentId] : []));

const mergeSorted = (...keys: Iterable<number>[]): number[] =>
  [...new Set(keys.flatMap((some) => [...some]))].sort((a, b) => a - b);
