/**
 * The statements of the back office: money and complete lists of positions at the close of a date.
 *
 * The latest date of each is what live values begin from; an earlier one that comes late is kept and compared, and changes nothing
 * that is live. The same date again replaces what it said before.
 */
import { type Account, latest, type ReconciliationBreak } from './account.js';
import type { MoneyStatement, PositionStatement } from './command.js';
import type { PositionCloseRow } from './event.js';
import type { ExactPrice, Holding, HeldReference, Profit } from './holding.js';
import type { Outbox } from './outbox.js';
import type { Product } from './product.js';
import { type Decimal, unitsOf } from '../money/decimal.js';
import { type Refusal, refuse } from './refusal.js';
import { PRICE_MAX } from './price-tick.js';
import type { Settlement } from './settlement.js';
import type { State } from './state.js';
import { markOf } from './valuation.js';

type ReferencesByInstrument = ReadonlyMap<number, HeldReference>;

export class Statements {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly settlement: Settlement,
  ) {}

  take(command: MoneyStatement | PositionStatement): Refusal | null {
    return command.type === 'StateMoney' ? this.stateMoney(command) : this.statePositions(command);
  }

  private stateMoney({ acctId, asOf, cashBalance, netLiq }: MoneyStatement): Refusal | null {
    const account = this.state.accounts.get(acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    const before = account.money.get(asOf);
    const isRepeated = before?.cashBalance === cashBalance && before.netLiq === netLiq;
    const money = isRepeated ? before : { asOf, cashBalance, netLiq, version: (before?.version ?? 0) + 1 };
    account.money.set(asOf, money);
    this.out.emit({ type: 'MoneyStated', acctId, money, isRepeated });
    return null;
  }

  private statePositions(command: PositionStatement): Refusal | null {
    const account = this.state.accounts.get(command.acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    const stated = this.read(command, account);
    if ('code' in stated) return stated;
    const { asOf } = command;
    if (command.revision === 2 && isSame(account.references.get(asOf), stated)) {
      // Nothing is stated anew, but the books may have come to agree with it since.
      this.reconcileAgain(account, asOf, stated);
      return null;
    }
    const positions = [...stated].map(([instrumentId, held]) => ({ instrumentId, ...held }));
    this.out.emit({ type: 'PositionsStated', acctId: account.id, asOf, positions });
    this.reconcile(account, asOf, stated);
    if (asOf >= (account.referenceDate ?? '')) this.restate(account, asOf, stated);
    account.references.set(asOf, stated);
    this.reconcileNext(account, asOf);
    return null;
  }

  /** The statement after this one was compared with what the one before it said then. */
  private reconcileNext(account: Account, asOf: string): void {
    const [next] = [...account.references].filter(([date]) => date > asOf).sort(([a], [b]) => (a < b ? -1 : 1));
    if (next !== undefined) this.reconcile(account, ...next);
  }

  private read(
    { asOf, positions, revision = 1 }: PositionStatement,
    account: Account,
  ): ReferencesByInstrument | Refusal {
    const unknown: number[] = [];
    const stated = new Map<number, HeldReference>();
    for (const { instrumentId, quantity, price } of positions) {
      if (stated.has(instrumentId))
        return refuse('duplicate_instrument', `Instrument ${instrumentId} stands in the list twice.`);
      const held = priceFor(this.state.instruments.get(instrumentId)?.product, price, account);
      if (held === null || (revision === 1 && held.extraDecimals > 0)) unknown.push(instrumentId);
      stated.set(instrumentId, { asOf, quantity, ...(held ?? NO_PRICE) });
    }
    return unknown.length === 0
      ? stated
      : refuse(
          'unknown_instrument',
          `Unknown, of another currency, or with a price that the product cannot have: ${unknown.join(', ')}.`,
        );
  }

  /** Every instrument of the account begins anew: one that the list leaves out is flat. */
  private restate(account: Account, asOf: string, stated: ReferencesByInstrument): void {
    const closes: PositionCloseRow[] = [];
    for (const instrumentId of union(heldBy(account), stated.keys())) {
      const instrument = this.state.instruments.get(instrumentId);
      if (instrument === undefined) continue;
      const holding = account.holding(instrument);
      const reference = stated.get(instrumentId) ?? flatOn(asOf);
      holding.refine(reference.extraDecimals);
      const restated = holding.restateFrom(reference, carriedTo(holding, asOf));
      closes.push(...restated.map((close) => ({ acctId: account.id, instrumentId, ...close })));
      this.settlement.close(holding);
      this.out.positionChanged(holding);
    }
    if (closes.length > 0) this.out.emit({ type: 'ClosesRestated', acctId: account.id, closes });
  }

  /** Compares the statement with what the trades say, the statement of that very date left aside. */
  private reconcile(account: Account, asOf: string, stated: ReferencesByInstrument): void {
    const books = booksAtClose(account, asOf);
    for (const instrumentId of comparedOn(account, asOf, stated)) {
      this.compare(account, {
        asOf,
        instrumentId,
        internal: books(instrumentId),
        reference: stated.get(instrumentId)?.quantity ?? 0,
      });
    }
  }

  /** Compares a list that was compared before: only what differs otherwise by now is told. */
  private reconcileAgain(account: Account, asOf: string, stated: ReferencesByInstrument): void {
    const books = booksAtClose(account, asOf);
    for (const instrumentId of comparedOn(account, asOf, stated)) {
      const found = {
        asOf,
        instrumentId,
        internal: books(instrumentId),
        reference: stated.get(instrumentId)?.quantity ?? 0,
      };
      const known = account.openBreaks.get(`${asOf} ${instrumentId}`);
      if (known?.internal !== found.internal || known.reference !== found.reference) this.compare(account, found);
    }
  }

  private compare(
    account: Account,
    found: Pick<ReconciliationBreak, 'asOf' | 'instrumentId' | 'internal' | 'reference'>,
  ): void {
    const key = `${found.asOf} ${found.instrumentId}`;
    const known = account.openBreaks.get(key);
    const difference = found.reference - found.internal;
    if (difference === 0 && known === undefined) return;
    const id = known?.id ?? ++this.state.counters.reconciliationBreak;
    const row: ReconciliationBreak = {
      id,
      acctId: account.id,
      kind: 'quantity',
      status: difference === 0 ? 'Closed' : 'Open',
      difference,
      ...found,
    };
    if (difference === 0) account.openBreaks.delete(key);
    else account.openBreaks.set(key, row);
    if (difference === 0) this.out.emit({ type: 'BreakClosed', row });
    else if (known === undefined) this.out.emit({ type: 'BreakOpened', row });
    else this.out.emit({ type: 'BreakChanged', row });
  }
}

/** The instruments in which a list of this date is compared with the books. */
export function comparedOn(account: Account, asOf: string, stated: ReadonlyMap<number, unknown>): number[] {
  const { references } = account;
  const named = [latest(references.keys(), asOf) ?? '', asOf].flatMap((date) => [
    ...(references.get(date)?.keys() ?? []),
  ]);
  const broken = [...account.openBreaks.values()].flatMap((row) => (row.asOf === asOf ? [row.instrumentId] : []));
  return union(heldBy(account), stated.keys(), named, broken);
}

/** What the books have at the close of a date: the list before it, and the trades since. A list of that very date is left aside. */
export function booksAtClose(account: Account, asOf: string): (instrumentId: number) => number {
  const earlierDate = latest(account.references.keys(), asOf);
  return (instrumentId) => {
    const before = earlierDate === null ? null : statedOf(account, earlierDate, instrumentId);
    // Where no trade ever was, there is at most what the statement before said.
    return account.holdings.get(instrumentId)?.quantityAtClose(asOf, before) ?? before?.quantity ?? 0;
  };
}

/** A back office states averages, which need not be on a tick and may be finer than the product; null for a price that cannot be counted. */
export function referencePrice({ terms }: Product, price: Decimal): ExactPrice | null {
  const extraDecimals = Math.max(0, price.decimals - terms.scale);
  const units = unitsOf(price, terms.scale + extraDecimals);
  const isHoldable =
    units !== null && Math.abs(units) <= PRICE_MAX * 10 ** extraDecimals && (units > 0 || terms.allowNegativePrices);
  return isHoldable ? { price: units, extraDecimals } : null;
}

const priceFor = (product: Product | undefined, price: Decimal, { currency }: Account): ExactPrice | null =>
  product?.group.terms.currency === currency ? referencePrice(product, price) : null;

const NO_PRICE: ExactPrice = { price: 0, extraDecimals: 0 };

const flatOn = (asOf: string): HeldReference => ({ asOf, quantity: 0, ...NO_PRICE });

/** Whether two lists of one date say the same of the same instruments. */
function isSame(one: ReferencesByInstrument | undefined, other: ReferencesByInstrument): boolean {
  if (one?.size !== other.size) return false;
  for (const [instrumentId, { quantity, price, extraDecimals }] of other) {
    const known = one.get(instrumentId);
    if (known?.quantity !== quantity || known.price !== price || known.extraDecimals !== extraDecimals) return false;
  }
  return true;
}

/** What the statement of a date says about an instrument: what it leaves out is flat. */
function statedOf({ references }: Account, asOf: string, instrumentId: number): HeldReference {
  return references.get(asOf)?.get(instrumentId) ?? flatOn(asOf);
}

/**
 * The profit up to the close of the statement, which the new basis begins after. While that session is still open, what it has
 * brought so far is the best there is.
 */
function carriedTo(holding: Holding, asOf: string): Profit {
  const { sessionDate, sessionIsOpen } = holding.instrument.product;
  const isClosed = sessionDate === null || sessionDate > asOf || !sessionIsOpen;
  return isClosed ? holding.profitAtClose(asOf) : holding.profitAt(markOf(holding));
}

/** The instruments that an account has ever traded or had in a live statement. */
const heldBy = ({ holdings }: Account): number[] =>
  [...holdings].flatMap(([instrumentId, { isUsed }]) => (isUsed ? [instrumentId] : []));

const union = (...keys: Iterable<number>[]): number[] =>
  [...new Set(keys.flatMap((some) => [...some]))].sort((a, b) => a - b);
