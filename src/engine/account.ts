/** Whose orders, positions and money these are, who may trade them, and within which limits. */
import { ClientOrders } from './client-orders.js';
import type { AccountAccess, AccountLimits, AccountTerms, CommandActor } from './command.js';
import { Holding } from './holding.js';
import type { ReferenceHolding } from './position-row.js';
import type { Instrument } from './instrument.js';
import { findLatestDate } from './latest-date.js';

export type ReportedMoney = Readonly<{ asOf: string; cashBalance: bigint; netLiq: bigint; version: number }>;

export type EngineBreak = Readonly<{
  id: number;
  acctId: number;
  asOf: string;
  instrumentId: number;
  kind: 'quantity';
  internal: number;
  reference: number;
  difference: number;
  status: 'Open' | 'Closed';
}>;

/** By which an account finds a break. */
export const toBreakKey = ({ asOf, instrumentId }: Pick<EngineBreak, 'asOf' | 'instrumentId'>): string =>
  `${asOf} ${instrumentId}`;

export class EngineAccount {
  isEnabled = true;
  readonly ownerId: number;
  readonly currency: string;
  readonly timeZone: string;
  name: string;
  limits: AccountLimits;
  readonly grants = new Map<number, AccountAccess>();
  readonly holdings = new Map<number, Holding>();
  /** The numbers of its orders that can still trade. */
  readonly openOrders = new Set<number>();
  readonly clientOrders: ClientOrders = new ClientOrders();
  /** Statements by their date: one of money, one of positions by instrument. */
  readonly money = new Map<string, ReportedMoney>();
  readonly references = new Map<string, ReadonlyMap<number, ReferenceHolding>>();
  /** Breaks by date and instrument; at most one of each is open. */
  readonly openBreaks = new Map<string, EngineBreak>();
  /** The latest break of a date and instrument, where an administrator accepted its figures: they open no further break. */
  readonly acceptedBreaks = new Map<string, EngineBreak>();

  constructor(
    readonly id: number,
    terms: AccountTerms,
  ) {
    this.ownerId = terms.ownerId;
    this.currency = terms.currency;
    this.timeZone = terms.timeZone;
    this.name = terms.name;
    this.limits = terms.limits;
  }

  toTerms(): AccountTerms {
    const { ownerId, name, currency, timeZone, limits } = this;
    return { ownerId, name, currency, timeZone, limits };
  }

  canBeTradedBy({ userId, isAdministrator }: CommandActor): boolean {
    return isAdministrator || userId === this.ownerId || this.grants.get(userId) === 'Trade';
  }

  getHolding(instrument: Instrument): Holding {
    let holding = this.holdings.get(instrument.id);
    if (holding === undefined) {
      holding = new Holding(this.id, instrument);
      this.holdings.set(instrument.id, holding);
    }
    return holding;
  }

  /** The statement that live values are counted from. */
  get baseline(): ReportedMoney | null {
    const asOf = findLatestDate(this.money.keys());
    return asOf === null ? null : (this.money.get(asOf) ?? null);
  }

  get referenceDate(): string | null {
    return findLatestDate(this.references.keys());
  }
}
