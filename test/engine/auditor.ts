/** Looks at a venue after each command and names what should never be. The numbers are those of the list of invariants. */
import type { EngineAccount } from '../../src/engine/account.js';
import type { EngineEvent, TradeRow } from '../../src/engine/event.js';
import type { Instrument } from '../../src/engine/instrument.js';
import type { OrderRow } from '../../src/engine/order.js';
import { NONE } from '../../src/engine/order-pool.js';
import { findMark } from '../../src/engine/valuation.js';
import type { EngineFixture } from './engine-fixture.js';

export class Auditor {
  readonly faults: string[] = [];
  private readonly final = new Map<number, string>();
  private readonly orders = new Map<number, OrderRow>();
  private readonly flows = new Map<string, { quantity: bigint; turnover: bigint }>();

  constructor(private readonly floor: EngineFixture) {}

  look(): void {
    for (const event of this.floor.events) this.hear(event);
    for (const instrument of this.floor.engine.state.instruments.values()) {
      this.lookAtBook(instrument);
      this.lookAtPositions(instrument);
      this.lookAtBoard(instrument);
    }
    for (const account of this.floor.engine.state.accounts.values()) this.lookAtLimits(account);
  }

  /** The limits were given to flat accounts, so no order could pass them by reducing what was not there. */
  private lookAtLimits({ id, limits, holdings }: EngineAccount): void {
    const worst = [...holdings.values()].map((holding) => ({
      product: holding.instrument.product,
      contracts: holding.computeWorstCase(),
    }));
    this.require(
      worst.every(({ contracts }) => contracts <= (limits.maxPosition ?? Infinity)),
      `16: the position of ${id} could grow beyond its limit`,
    );
    for (const { product } of worst) {
      const contracts = worst
        .filter((other) => other.product === product)
        .reduce((sum, other) => sum + other.contracts, 0);
      this.require(
        contracts <= (limits.maxProductContracts ?? Infinity),
        `16: the contracts of ${id} could grow beyond their limit`,
      );
    }
  }

  private require(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault);
  }

  private hear(event: EngineEvent): void {
    if (event.type === 'Traded') {
      this.hearTrade(event.trade, event.buy, event.sell);
      for (const order of [event.buy, event.sell]) this.hearOrder(order);
    } else if ('order' in event) this.hearOrder(event.order);
  }

  private hearOrder(order: OrderRow): void {
    this.require(
      !this.final.has(order.id),
      `8: order ${order.id} was ${this.final.get(order.id) ?? ''} and is ${order.status}`,
    );
    if (order.status !== 'Open') this.final.set(order.id, order.status);
    this.require(order.filledQuantity <= order.quantity, `4: order ${order.id} is filled beyond its quantity`);
    this.require(
      order.status !== 'Filled' || order.filledQuantity === order.quantity,
      `4: order ${order.id} is filled and is not`,
    );
    this.orders.set(order.id, order);
  }

  private hearTrade(
    { price, quantity, aggressorSide, buyAcctId, sellAcctId, instrumentId }: TradeRow,
    buy: OrderRow,
    sell: OrderRow,
  ): void {
    this.require(quantity > 0, '1: a trade of nothing');
    this.require(
      price <= (buy.limitPrice ?? Infinity) && price >= (sell.limitPrice ?? -Infinity),
      `5: ${buy.id}/${sell.id} trade at ${price}, beyond a limit`,
    );
    const maker = aggressorSide === 'Buy' ? sell : buy;
    this.require(price === maker.limitPrice, `5: ${buy.id}/${sell.id} trade at ${price} and not at the resting price`);
    this.require(buyAcctId !== sellAcctId, `an account trades with itself: ${buy.id}/${sell.id}`);
    this.require(!(aggressorSide === 'Buy' ? buy : sell).postOnly, '7: post-only takes');
    this.flow(buyAcctId, instrumentId, [quantity, price]);
    this.flow(sellAcctId, instrumentId, [-quantity, price]);
  }

  private flow(acctId: number, instrumentId: number, [quantity, price]: readonly [number, number]): void {
    const key = `${acctId} ${instrumentId}`;
    const { quantity: before, turnover } = this.flows.get(key) ?? { quantity: 0n, turnover: 0n };
    this.flows.set(key, { quantity: before + BigInt(quantity), turnover: turnover + BigInt(quantity) * BigInt(price) });
  }

  private lookAtBook({ id, book }: Instrument): void {
    const { bids, asks } = book;
    if (bids.bestLevel !== NONE && asks.bestLevel !== NONE)
      this.require(bids.bestPrice < asks.bestPrice, `3: the book of ${id} is crossed`);
    for (const side of [bids, asks]) {
      const orders = [...side.queue()].map((slot) => this.floor.engine.state.orders.peekAt(slot));
      const ranked = orders.every((order, i) => {
        const before = orders[i - 1];
        return before === undefined || before.terms.limitPrice !== order.terms.limitPrice || before.rank < order.rank;
      });
      this.require(
        orders.every(({ terms }) => terms.timeInForce !== 'IOC' && terms.timeInForce !== 'FOK'),
        `7: an order rests in ${id} that never may`,
      );
      this.require(ranked, `6, 15: the queue of ${id} is not in the order of arrival`);
      this.require(
        orders.every(({ leaves, status }) => leaves > 0 && status === 'Open'),
        `3: an empty order rests in ${id}`,
      );
      this.require(
        orders.every((order) => order.leaves === this.floor.engine.state.pool.leaves[order.slot]),
        `11: book and order disagree in ${id}`,
      );
      this.require(
        side.countOrders() === orders.length,
        `11: ${side.countOrders()} of ${orders.length} orders are counted in ${id}`,
      );
      this.lookAtDepth(
        id,
        [...side.depth()],
        orders.map(({ terms, leaves }) => [terms.limitPrice ?? 0, leaves]),
      );
    }
  }

  private lookAtDepth(
    id: number,
    depth: readonly { price: number; quantity: number }[],
    orders: readonly (readonly [price: number, leaves: number])[],
  ): void {
    for (const { price, quantity } of depth) {
      const sum = orders.filter((order) => order[0] === price).reduce((total, order) => total + order[1], 0);
      this.require(sum === quantity, `11: the depth of ${id} at ${price} is ${quantity} and should be ${sum}`);
    }
  }

  private lookAtPositions(instrument: Instrument): void {
    const holdings = this.floor.engine.state.listHoldings(instrument);
    this.require(
      holdings.reduce((sum, { quantity }) => sum + quantity, 0) === 0,
      `2: the positions in ${instrument.id} do not sum to zero`,
    );
    let profit = 0n;
    for (const holding of holdings) {
      const mark = findMark(holding) ?? { price: 100, extraDecimals: 0 };
      const { quantity, turnover } = this.flows.get(`${holding.acctId} ${instrument.id}`) ?? {
        quantity: 0n,
        turnover: 0n,
      };
      const identity = holding.realised + holding.computeUnrealized(mark) === quantity * BigInt(mark.price) - turnover;
      this.require(
        identity && BigInt(holding.quantity) === quantity,
        `10: the profit of ${holding.acctId} in ${instrument.id} is not what its trades say`,
      );
      profit += holding.computeProfit(mark).total;
      this.lookAtExposure(holding.acctId, instrument);
    }
    this.require(profit === 0n, `9: the profits in ${instrument.id} do not sum to zero`);
  }

  private lookAtExposure(acctId: number, instrument: Instrument): void {
    const { orders, accounts } = this.floor.engine.state;
    const holding = accounts.get(acctId)?.getHolding(instrument);
    const working = [...orders.values()].filter(
      (order) => order.account.id === acctId && order.instrument === instrument,
    );
    const sum = (side: string): number =>
      working.filter(({ origin }) => origin.side === side).reduce((total, { leaves }) => total + leaves, 0);
    this.require(
      holding?.openBuys === sum('Buy') && holding.openSells === sum('Sell'),
      `16: the exposure of ${acctId} in ${instrument.id} is not that of its orders`,
    );
  }

  private lookAtBoard({ id, board }: Instrument): void {
    const { last, low, high, volume } = board.statistics;
    if (volume > 0)
      this.require(
        last !== null && low !== null && high !== null && low <= last.price && last.price <= high,
        `12: low, last and high of ${id} are out of order`,
      );
  }
}
