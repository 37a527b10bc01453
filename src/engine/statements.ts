/**
 * The statements of the back office: money and complete lists of positions at the close of a date.
 *
 * The latest date of each is what live values begin from; an earlier one that comes late is kept and compared, and changes nothing
 * that is live. The same date again replaces what it said before.
 */
import type { EngineAccount, ReportedMoney } from './account.js';
import { isFromEarlierMoment, keepMoney, startFromListedCloses, startFromMoney } from './baseline.js';
import type { MoneyStatementCommand, PositionStatementCommand } from './command.js';
import type { PositionCloseRow } from './event.js';
import { type ExactPrice, NO_PRICE } from './exact-price.js';
import { restateFormerly, startFromList, startOpenSessions } from './former-statements.js';
import type { Holding } from './holding.js';
import { createFlatReference, type ReferenceHolding, type SessionClose } from './position-row.js';
import { restateByList } from './list-basis.js';
import type { Outbox } from './outbox.js';
import type { Product } from './product.js';
import { type Decimal, toUnits } from '../money/decimal.js';
import { type Refusal, refuse } from './refusal.js';
import { PRICE_MAX } from './prices.js';
import {
  listHeldInstruments,
  mergeSorted,
  type Reconciliation,
  type ReferencesByInstrument,
} from './reconciliation.js';
import { EIGHTH_RULES, NINTH_RULES, SEVENTH_RULES } from './rules.js';
import type { Settlement } from './settlement.js';
import type { State } from './state.js';
import { computeProfitSinceBaseline } from './valuation.js';

export class Statements {
  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly settlement: Settlement,
    private readonly reconciliation: Reconciliation,
  ) {}

  apply(command: MoneyStatementCommand | PositionStatementCommand): Refusal | null {
    return command.type === 'StateMoney' ? this.stateMoney(command) : this.statePositions(command);
  }

  private stateMoney(command: MoneyStatementCommand): Refusal | null {
    const { acctId, asOf, cashBalance, netLiq } = command;
    const account = this.state.accounts.get(acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    const before = account.money.get(asOf);
    const isLive = this.countsFromStatements && isLatest(account, asOf);
    const isRepeated = isSameMoney(before, command) && !(isLive && isFromEarlierMoment(account));
    const money = isRepeated ? before : { asOf, cashBalance, netLiq, version: (before?.version ?? 0) + 1 };
    account.money.set(asOf, money);
    this.out.emit({ type: 'MoneyStated', acctId, money, isRepeated });
    if (isLive && !isRepeated) this.markChanged(startFromMoney(account, !this.realizes));
    return null;
  }

  /** Money stated in a session that is still open, under the rules before these. */
  adoptRules(): void {
    for (const account of this.state.accounts.values()) this.markChanged(startOpenSessions(account, !this.realizes));
  }

  private get countsFromStatements(): boolean {
    return this.state.followsRules(SEVENTH_RULES);
  }

  private get realizes(): boolean {
    return this.state.followsRules(EIGHTH_RULES);
  }

  private markChanged(holdings: readonly Holding[]): void {
    for (const holding of holdings) this.out.markPositionChanged(holding);
  }

  private statePositions(command: PositionStatementCommand): Refusal | null {
    const account = this.state.accounts.get(command.acctId);
    if (account === undefined) return refuse('unknown_account', 'There is no such account.');
    const references = this.parsePositions(command, account);
    if ('code' in references) return references;
    if (command.revision === 2 && this.isRepeated(account, command.asOf, references)) {
      // Nothing is stated anew, but the books may have come to agree with it since.
      this.reconciliation.reconcileAgain(account, command.asOf, references);
    } else this.takeList(account, command.asOf, references);
    return null;
  }

  private isRepeated(account: EngineAccount, asOf: string, references: ReferencesByInstrument): boolean {
    return (
      isSameList(account.references.get(asOf), references) &&
      !(this.countsFromStatements && wasTradedSince(account, asOf))
    );
  }

  private takeList(account: EngineAccount, asOf: string, references: ReferencesByInstrument): void {
    const positions = [...references].map(([instrumentId, held]) => ({ instrumentId, ...held }));
    this.out.emit({ type: 'PositionsStated', acctId: account.id, asOf, positions });
    if (this.realizes) this.reconciliation.reconcileAgain(account, asOf, references);
    else this.reconciliation.reconcile(account, asOf, references);
    if (asOf >= (account.referenceDate ?? '')) this.restate(account, asOf, references);
    account.references.set(asOf, references);
    if (this.countsFromStatements && account.referenceDate === asOf)
      this.markChanged(this.realizes ? startFromListedCloses(account) : startFromList(account));
    this.reconciliation.reconcileNext(account, asOf);
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
      const reference = references.get(instrumentId) ?? createFlatReference(asOf);
      const restated = this.restateHolding(account, account.getHolding(instrument), reference);
      closes.push(...restated.map((close) => ({ acctId: account.id, instrumentId, ...close })));
    }
    if (closes.length > 0) this.out.emit({ type: 'ClosesRestated', acctId: account.id, closes });
  }

  private restateHolding(account: EngineAccount, holding: Holding, reference: ReferenceHolding): SessionClose[] {
    holding.addDecimals(reference.extraDecimals);
    const restate = this.state.followsRules(NINTH_RULES) ? restateWithMoney : restateFormerly;
    const closes = restate(account, holding, reference, this.state);
    this.settlement.settleHolding(holding);
    this.out.markPositionChanged(holding);
    return closes;
  }
}

function restateWithMoney(account: EngineAccount, holding: Holding, reference: ReferenceHolding): SessionClose[] {
  const since = computeProfitSinceBaseline(account, holding);
  const closes = restateByList(holding, reference);
  keepMoney(account, holding, { asOf: reference.asOf, since });
  return closes;
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

const isLatest = ({ baseline }: EngineAccount, asOf: string): boolean => baseline === null || asOf >= baseline.asOf;

const isSameMoney = (
  before: ReportedMoney | undefined,
  { cashBalance, netLiq }: MoneyStatementCommand,
): before is ReportedMoney => before?.cashBalance === cashBalance && before.netLiq === netLiq;

/** Whether two lists of one date say the same of the same instruments. */
function isSameList(one: ReferencesByInstrument | undefined, other: ReferencesByInstrument): boolean {
  if (one?.size !== other.size) return false;
  for (const [instrumentId, { quantity, price, extraDecimals }] of other) {
    const known = one.get(instrumentId);
    if (known?.quantity !== quantity || known.price !== price || known.extraDecimals !== extraDecimals) return false;
  }
  return true;
}

/** Whether a list that was given before the close of its date lacks trades that came until then. */
function wasTradedSince(account: EngineAccount, asOf: string): boolean {
  if (account.referenceDate !== asOf) return false;
  return [...account.holdings.values()].some(
    ({ instrument: { product }, trades }) =>
      product.hasClosed(asOf) && trades.some(({ sessionDate }) => sessionDate <= asOf),
  );
}
