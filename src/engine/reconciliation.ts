/**
 * The lists of positions of the back office, compared with the books: what the list before and the trades since say was held at the
 * close of a date. Every difference is a break.
 */
import { type EngineAccount, type EngineBreak, toBreakKey } from './account.js';
import type { BreakAcceptanceCommand } from './command.js';
import { findLatestDateBefore } from './latest-date.js';
import { createFlatReference, type ReferenceHolding } from './position-row.js';
import type { Outbox } from './outbox.js';
import type { Product } from './product.js';
import { type Refusal, refuse } from './refusal.js';
import type { State } from './state.js';

export type ReferencesByInstrument = ReadonlyMap<number, ReferenceHolding>;
type Comparison = Pick<EngineBreak, 'asOf' | 'instrumentId' | 'internal' | 'reference'>;

export class Reconciliation {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
  ) {}

  /** Compares the statement with what the trades say, the statement of that very date left aside. */
  reconcile(account: EngineAccount, asOf: string, references: ReferencesByInstrument): void {
    for (const comparison of listComparisons(account, asOf, references)) this.compare(account, comparison);
  }

  /** Compares a list that was compared before: only the differences that have changed are reported. */
  reconcileAgain(
    account: EngineAccount,
    asOf: string,
    references: ReferencesByInstrument,
    isMeant: (instrumentId: number) => boolean = () => true,
  ): void {
    for (const comparison of listComparisons(account, asOf, references, isMeant)) {
      const openBreak = account.openBreaks.get(toBreakKey(comparison));
      if (openBreak?.internal !== comparison.internal || openBreak.reference !== comparison.reference)
        this.compare(account, comparison);
    }
  }

  /** A session has closed: what lists of its date, or of a later one, were compared with may have been traded since. */
  reconcileClose(product: Product, sessionDate: string): void {
    const isOfProduct = (instrumentId: number): boolean =>
      this.state.instruments.get(instrumentId)?.product === product;
    for (const account of this.state.accounts.values())
      for (const [asOf, references] of sortByDate(account.references))
        if (asOf >= sessionDate) this.reconcileAgain(account, asOf, references, isOfProduct);
  }

  private compare(account: EngineAccount, comparison: Comparison): void {
    const key = toBreakKey(comparison);
    const openBreak = account.openBreaks.get(key);
    const difference = comparison.reference - comparison.internal;
    if (openBreak === undefined && (difference === 0 || isAcceptedComparison(account, comparison))) return;
    const id = openBreak?.id ?? ++this.state.counters.reconciliationBreak;
    const row: EngineBreak = {
      id,
      acctId: account.id,
      kind: 'quantity',
      status: difference === 0 ? 'Closed' : 'Open',
      difference,
      ...comparison,
    };
    account.acceptedBreaks.delete(key);
    if (difference === 0) account.openBreaks.delete(key);
    else account.openBreaks.set(key, row);
    if (difference === 0) this.out.emit({ type: 'BreakClosed', row });
    else if (openBreak === undefined) this.out.emit({ type: 'BreakOpened', row });
    else this.out.emit({ type: 'BreakChanged', row });
  }

  /** Closes an open break without a list. Its difference stays in it, which no list leaves in a break that it closes. */
  accept({ acctId, breakId }: BreakAcceptanceCommand): Refusal | null {
    const account = this.state.accounts.get(acctId);
    const found = [...(account?.openBreaks ?? [])].find(([, { id }]) => id === breakId);
    if (account === undefined || found === undefined) return refuse('break_not_open', 'There is no such open break.');
    const [key, openBreak] = found;
    const row: EngineBreak = { ...openBreak, status: 'Closed' };
    account.openBreaks.delete(key);
    account.acceptedBreaks.set(key, row);
    this.out.emit({ type: 'BreakClosed', row });
    return null;
  }

  /** The statement after this one was compared with what the one before it said then. */
  reconcileNext(account: EngineAccount, asOf: string): void {
    const next = sortByDate(account.references).find(([date]) => date > asOf);
    if (next !== undefined) this.reconcile(account, ...next);
  }
}

/** Whether an administrator accepted these figures, and nothing else was found since. */
export function isAcceptedComparison({ acceptedBreaks }: EngineAccount, comparison: Comparison): boolean {
  const accepted = acceptedBreaks.get(toBreakKey(comparison));
  return accepted?.internal === comparison.internal && accepted.reference === comparison.reference;
}

const sortByDate = (references: EngineAccount['references']): [string, ReferencesByInstrument][] =>
  [...references].sort(([a], [b]) => (a < b ? -1 : 1));

/** The instruments in which a list of this date is compared with the books. */
export function findComparedInstruments(
  account: EngineAccount,
  asOf: string,
  list: ReadonlyMap<number, unknown>,
): number[] {
  const { references } = account;
  const named = [findLatestDateBefore(references.keys(), asOf) ?? '', asOf].flatMap((date) => [
    ...(references.get(date)?.keys() ?? []),
  ]);
  const withOpenBreak = [...account.openBreaks.values()].flatMap((row) =>
    row.asOf === asOf ? [row.instrumentId] : [],
  );
  return mergeSorted(listHeldInstruments(account), list.keys(), named, withOpenBreak);
}

function listComparisons(
  account: EngineAccount,
  asOf: string,
  references: ReferencesByInstrument,
  isMeant: (instrumentId: number) => boolean = () => true,
): Comparison[] {
  const findBookQuantity = toBookQuantities(account, asOf);
  const compared = findComparedInstruments(account, asOf, references).filter((instrumentId) => isMeant(instrumentId));
  return compared.map((instrumentId) => ({
    asOf,
    instrumentId,
    internal: findBookQuantity(instrumentId),
    reference: references.get(instrumentId)?.quantity ?? 0,
  }));
}

/** What the books have at the close of a date: the list before it, and the trades since. A list of that very date is left aside. */
export function toBookQuantities(account: EngineAccount, asOf: string): (instrumentId: number) => number {
  const earlierDate = findLatestDateBefore(account.references.keys(), asOf);
  return (instrumentId) => {
    const earlier = earlierDate === null ? null : findReference(account, earlierDate, instrumentId);
    // Where no trade ever was, there is at most what the statement before said.
    return account.holdings.get(instrumentId)?.computeQuantityAtClose(asOf, earlier) ?? earlier?.quantity ?? 0;
  };
}

/** What the statement of a date says about an instrument: what it leaves out is flat. */
function findReference({ references }: EngineAccount, asOf: string, instrumentId: number): ReferenceHolding {
  return references.get(asOf)?.get(instrumentId) ?? createFlatReference(asOf);
}

/** The instruments that an account has ever traded or had in a live statement. */
export const listHeldInstruments = ({ holdings }: EngineAccount): number[] =>
  [...holdings].flatMap(([instrumentId, { isUsed }]) => (isUsed ? [instrumentId] : []));

export const mergeSorted = (...keys: Iterable<number>[]): number[] =>
  [...new Set(keys.flatMap((some) => [...some]))].sort((a, b) => a - b);
