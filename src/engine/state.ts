/** Everything that the engine remembers between two commands. Nothing here decides anything. */
import type { EngineAccount } from './account.js';
import type { OrderAddress } from './command.js';
import type { Holding } from './holding.js';
import { Instrument } from './instrument.js';
import type { PendingCommand } from './pending-command.js';
import type { EngineOrder } from './order.js';
import { OpenOrders, type StateOrders } from './open-orders.js';
import { OrderPool } from './order-pool.js';
import type { Product, ProductGroup } from './product.js';
import { FIRST_RULES } from './rules.js';

/** The last number given to each kind of thing. `rank` is the order of arrival in the queues, `rules` are those in force. */
export type Counters = {
  command: number;
  action: number;
  order: number;
  trade: number;
  rank: number;
  reconciliationBreak: number;
  rules: number;
};

export class State<Orders extends StateOrders = StateOrders> {
  readonly counters: Counters = {
    command: 0,
    action: 0,
    order: 0,
    trade: 0,
    rank: 0,
    reconciliationBreak: 0,
    rules: FIRST_RULES,
  };
  readonly groups = new Map<number, ProductGroup>();
  readonly products = new Map<number, Product>();
  readonly instruments = new Map<number, Instrument>();
  readonly accounts = new Map<number, EngineAccount>();
  /** The orders that can still trade. */
  readonly orders: Orders;
  /** The commands that have ended some of their orders and not all, by their number. */
  readonly pending = new Map<number, PendingCommand>();
  readonly pool = new OrderPool();

  constructor(createOrders: (state: State) => Orders) {
    this.orders = createOrders(this);
  }

  /** Whether these rules are in force, or newer ones. */
  followsRules(rules: number): boolean {
    return this.counters.rules >= rules;
  }

  /** The number of the order of an address: by itself, from memory, or as the command names it. */
  findOrderId({ orderId, acctId, clientOrderId, earlier }: OrderAddress): number | null {
    if (orderId !== null) return orderId;
    if (acctId === null || clientOrderId === null) return null;
    return (this.accounts.get(acctId)?.clientOrders.get(clientOrderId) ?? earlier)?.orderId ?? null;
  }

  /** In the order of their numbers, like every list here: after a restart the order in which they were made is not known. */
  listInstruments(product: Product): Instrument[] {
    return [...this.instruments.values()]
      .filter((instrument) => instrument.product === product)
      .sort((a, b) => a.id - b.id);
  }

  listAccountOrders({ openOrders }: EngineAccount): EngineOrder[] {
    return [...openOrders].sort((a, b) => a - b).flatMap((id) => this.orders.peek(id) ?? []);
  }

  /** The orders that can still trade in an instrument, the oldest first: to look at, or to end. */
  listOpenOrders(instrument: Instrument): EngineOrder[] {
    return [...this.iterateOpenOrders(instrument)].sort((a, b) => a.origin.id - b.origin.id);
  }

  /** The same in the order in which they stand, only to look at. */
  *iterateOpenOrders({ book, stops }: Instrument): Generator<EngineOrder> {
    for (const queue of [book.bids, book.asks, stops]) for (const slot of queue.queue()) yield this.orders.peekAt(slot);
  }

  /** Those that were ever traded or stated: after a restart there are no others. */
  listHoldings(instrument: Instrument): Holding[] {
    const holdings = [...this.accounts.values()].flatMap((account) => account.holdings.get(instrument.id) ?? []);
    return holdings.filter(({ isUsed }) => isUsed).sort((a, b) => a.acctId - b.acctId);
  }
}

/** A state without anything in it. */
export const createState = (): State<OpenOrders> => new State((state) => new OpenOrders(state));
