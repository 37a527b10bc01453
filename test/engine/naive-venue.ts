/**
 * The venue once more, as slowly and plainly as it can be said: one list of orders, sorted and filtered anew for every question.
 * It knows nothing of money and limits. It exists to be obviously right, and to disagree with the engine where one of them is not.
 */
/* eslint-disable complexity -- each rule is said in one breath and in one place; that is what makes it easy to check. */
import type {
  Command,
  OrderAction,
  OrderAddress,
  OrderModificationCommand,
  OrderSubmissionCommand,
} from '../../src/engine/command.js';
import type { SelfTradePolicy } from '../../src/engine/book.js';
import { NaiveBands } from './naive-bands.js';
import { electionOrder, type Naive } from './naive-order.js';
import { NaiveSessions } from './naive-sessions.js';

const priceOf = (price: { digits: number } | null): number | null => (price === null ? null : price.digits);

export class NaiveVenue {
  private readonly orders: Naive[] = [];
  /** Those that can still trade. */
  private open: Naive[] = [];
  private policy: SelfTradePolicy = 'CancelAggressor';
  private isByOwner = false;
  private readonly bands = new NaiveBands();
  private readonly owners = new Map<number, number>();
  private readonly last = new Map<number, number>();
  private readonly sessions = new NaiveSessions({
    open: () => this.open,
    end: (order, how) => {
      this.end(order, how);
    },
    say: (word) => this.said.push(word),
    forgetLast: (instrument) => {
      this.last.delete(instrument);
      this.bands.open(instrument);
    },
    closed: (instrument, date) => {
      this.bands.close(instrument, this.last.get(instrument), date);
    },
  });
  private readonly disabled = new Set<number>();
  private prints: number[] = [];
  private clock = 0;
  private said: string[] = [];

  apply(command: Command): string {
    this.said = [];
    if ('side' in command || 'orderId' in command) this.act(command);
    else this.applyAdministrative(command);
    this.open = this.open.filter(({ alive }) => alive);
    return this.said.join(', ');
  }

  /** Resting orders of one side, the one that trades first in front. */
  queue(instrument: number, buy: boolean): Naive[] {
    return this.open
      .filter(
        (order) =>
          order.alive && !order.pending && order.instrument === instrument && order.buy === buy && order.arrival > 0,
      )
      .sort((x, y) => (buy ? -1 : 1) * ((x.limit ?? 0) - (y.limit ?? 0)) || x.arrival - y.arrival);
  }

  private act(command: Command & OrderAction): void {
    if (command.type === 'OrderCancellation')
      this.withOrder(command, (order) => this.end(order, 'Cancelled requested'));
    else if (command.type === 'OrderModification') this.withOrder(command, (order) => this.modify(order, command));
    else if (command.type === 'MassCancellation') {
      const meant = this.open.filter((order) => {
        const fits =
          [command.acctId ?? order.account, command.instrumentId ?? order.instrument].join() ===
          [order.account, order.instrument].join();
        const mine = command.actor.isAdministrator || this.owners.get(order.account) === command.actor.userId;
        return fits && mine && (command.side === null || (command.side === 'Buy') === order.buy);
      });
      this.sessions.endInPortions(
        command,
        meant.map((order) => [order, 'Cancelled mass_cancelled']),
      );
    } else this.submit(command);
  }

  private submit(command: OrderSubmissionCommand): void {
    const twin =
      command.clientOrderId === null
        ? undefined
        : this.orders.find((order) => order.account === command.acctId && order.name === command.clientOrderId);
    if (twin === undefined) this.admit(command);
    else this.said.push(`replayed #${twin.id}`);
  }

  private admit(command: OrderSubmissionCommand): void {
    const order: Naive = {
      id: this.orders.length + 1,
      account: command.acctId,
      instrument: command.instrumentId,
      name: command.clientOrderId,
      buy: command.side === 'Buy',
      limit: priceOf(command.limitPrice),
      stop: priceOf(command.stopPrice),
      pending: command.stopPrice !== null,
      quantity: command.quantity,
      filled: 0,
      tif: command.timeInForce,
      until: command.expireDate,
      post: command.postOnly,
      arrival: 0,
      alive: true,
      version: 1,
    };
    this.orders.push(order);
    this.open.push(order);
    const refusal = this.disabled.has(order.account)
      ? 'account_disabled'
      : (this.sessions.closedBecause(order.instrument) ??
        (order.quantity < 1
          ? 'quantity_invalid'
          : this.bands.forbids(order, order.limit, order.stop)
            ? 'price_out_of_band'
            : this.isBeyondLife(order.instrument, order.until)
              ? 'instrument_expired'
              : null));
    order.alive = refusal === null;
    this.said.push(refusal ?? `#${order.id} ${order.pending ? 'PendingTrigger' : 'New'}`);
    if (refusal !== null) return;
    this.enter(order);
    this.electStops(order.instrument);
  }

  private enter(order: Naive): void {
    const last = this.last.get(order.instrument);
    const reached = last !== undefined && order.stop !== null && (order.buy ? last >= order.stop : last <= order.stop);
    if (order.pending && !reached) order.arrival = ++this.clock;
    else {
      if (order.pending) this.trigger(order);
      this.trade(order);
    }
  }

  private trigger(order: Naive): void {
    order.pending = false;
    order.arrival = 0;
    this.said.push(`#${order.id} Triggered`);
  }

  private trade(order: Naive): void {
    order.arrival = 0;
    const [low, high] = this.bands.around(order.instrument);
    const reach = order.buy ? Math.min(order.limit ?? Infinity, high) : Math.max(order.limit ?? -Infinity, low);
    const within = (): Naive[] =>
      this.queue(order.instrument, !order.buy).filter(({ limit }) =>
        order.buy ? (limit ?? 0) <= reach : (limit ?? 0) >= reach,
      );
    const forbidden =
      order.post && within().length > 0
        ? 'post_only'
        : order.tif === 'FOK' && this.available(within(), order.account) < order.quantity - order.filled
          ? 'fill_or_kill'
          : null;
    if (forbidden !== null) {
      this.end(order, `Cancelled ${forbidden}`);
      return;
    }
    for (const maker of within()) {
      if (order.filled === order.quantity) break;
      if (this.isOwn(maker.account, order.account)) {
        if (this.policy !== 'CancelAggressor') this.end(maker, 'Cancelled self_trade');
        if (this.policy !== 'CancelResting') {
          this.end(order, 'Cancelled self_trade');
          return;
        }
      } else this.print(order, maker);
    }
    if (order.filled === order.quantity) return;
    if (order.limit === null)
      this.end(
        order,
        Number.isFinite(reach) && this.queue(order.instrument, !order.buy).length > 0
          ? 'Cancelled price_out_of_band'
          : 'Cancelled no_liquidity',
      );
    else if (order.limit !== reach) this.end(order, 'Cancelled price_out_of_band');
    else if (order.tif === 'IOC') this.end(order, 'Cancelled immediate_or_cancel');
    else order.arrival = ++this.clock;
  }

  /** What could be traded before the account meets itself, or beside its own orders where those would be canceled. */
  private available(makers: readonly Naive[], account: number): number {
    const own = makers.findIndex((maker) => this.isOwn(maker.account, account));
    const others =
      this.policy === 'CancelResting'
        ? makers.filter((maker) => !this.isOwn(maker.account, account))
        : makers.slice(0, own === -1 ? undefined : own);
    return others.reduce((sum, maker) => sum + maker.quantity - maker.filled, 0);
  }

  private print(taker: Naive, maker: Naive): void {
    const quantity = Math.min(taker.quantity - taker.filled, maker.quantity - maker.filled);
    const price = maker.limit ?? 0;
    this.last.set(taker.instrument, price);
    this.bands.print(taker.instrument, price);
    this.prints.push(price);
    const [buyer, seller] = taker.buy ? [taker, maker] : [maker, taker];
    this.said.push(`${quantity}@${price} #${buyer.id}/#${seller.id}`);
    for (const order of [buyer, seller]) {
      order.filled += quantity;
      if (order.filled < order.quantity) continue;
      order.alive = false;
      this.said.push(`#${order.id} Filled`);
    }
  }

  private electStops(instrument: number): void {
    for (;;) {
      const last = this.last.get(instrument) ?? 0;
      const elected = this.open
        .filter(
          ({ alive, pending, instrument: where, stop, buy }) =>
            alive &&
            pending &&
            where === instrument &&
            this.prints.some((print) => (buy ? print >= (stop ?? 0) : print <= (stop ?? 0))),
        )
        .sort((x, y) => electionOrder(x, y, { open: this.open, last }));
      const [first] = elected;
      if (first === undefined) break;
      this.trigger(first);
      this.trade(first);
    }
    this.prints = [];
  }

  private modify(
    order: Naive,
    { quantity, limitPrice, stopPrice, timeInForce, expireDate, expectedVersion }: OrderModificationCommand,
  ): void {
    const wanted = quantity ?? order.quantity;
    const [limit, stop] = [priceOf(limitPrice) ?? order.limit, priceOf(stopPrice) ?? order.stop];
    const conflict = expectedVersion !== null && expectedVersion !== order.version ? 'version_conflict' : null;
    const hasNone =
      (limit !== null && order.limit === null) || (stop !== order.stop && !order.pending) ? 'inconsistent_terms' : null;
    const refusal =
      conflict ??
      (this.disabled.has(order.account) ? 'account_disabled' : null) ??
      this.sessions.closedBecause(order.instrument) ??
      hasNone ??
      (wanted < 1 ? 'quantity_invalid' : wanted > order.filled ? this.faultOf(order, limit, stop, expireDate) : null);
    this.said.push(...(refusal === null ? [] : [refusal]));
    if (refusal !== null) return;
    order.tif = timeInForce ?? order.tif;
    order.until = order.tif === 'GTD' ? (expireDate ?? order.until) : null;
    const stays =
      limit === order.limit && stop === order.stop && wanted <= order.quantity && !['IOC', 'FOK'].includes(order.tif);
    [order.limit, order.stop, order.quantity] = [limit, stop, Math.max(wanted, order.filled)];
    order.version++;
    if (order.quantity === order.filled) order.alive = false;
    this.said.push(
      `#${order.id} Modified ${order.alive ? (order.pending ? 'PendingTrigger' : order.filled > 0 ? 'PartiallyFilled' : 'New') : 'Filled'}`,
    );
    if (stays || !order.alive) return;
    this.enter(order);
    this.electStops(order.instrument);
  }

  /** An order that waits for its stop is measured from there, and does not take yet. */
  private faultOf(order: Naive, limit: number | null, stop: number | null, until: string | null): string | null {
    if (this.bands.forbids(order, limit, order.pending ? stop : null)) return 'price_out_of_band';
    if (until !== order.until && this.isBeyondLife(order.instrument, until)) return 'instrument_expired';
    const takes =
      !order.pending &&
      this.queue(order.instrument, !order.buy).some((maker) =>
        order.buy ? (maker.limit ?? 0) <= (limit ?? 0) : (maker.limit ?? 0) >= (limit ?? 0),
      );
    return order.post && takes ? 'post_only_would_take' : null;
  }

  private isBeyondLife(instrument: number, until: string | null): boolean {
    return until !== null && this.sessions.ends(instrument, until);
  }

  private withOrder(command: Command & OrderAddress, act: (order: Naive) => void): void {
    const { actor } = command;
    const order = this.orders.find(({ id, account, name }) =>
      command.orderId === null ? account === command.acctId && name === command.clientOrderId : id === command.orderId,
    );
    const mine = order !== undefined && (actor.isAdministrator || this.owners.get(order.account) === actor.userId);
    // A finished order's owner is no longer known to the engine; who may ask is decided before.
    if (order === undefined || (!mine && (order.alive || command.orderId === null))) this.said.push('unknown_order');
    else if (!order.alive) this.said.push('order_not_open');
    else act(order);
  }

  private isOwn(one: number, other: number): boolean {
    return one === other || (this.isByOwner && this.owners.get(one) === this.owners.get(other));
  }

  private end(order: Naive, how: string): void {
    order.alive = false;
    this.said.push(`#${order.id} ${how}`);
  }

  private applyAdministrative(command: Command): void {
    if (command.type === 'DefineProductGroup') {
      this.policy = command.group.selfTradePolicy;
      this.isByOwner = command.group.selfTradeScope === 'owner';
      this.bands.width = command.group.priceBandBasisPoints;
    } else if (command.type === 'OpenAccount') this.owners.set(command.acctId, command.ownerId);
    else if (command.type === 'SettleInstrument')
      this.bands.settle(command.instrumentId, command.price.digits, this.sessions.dateOf(command.instrumentId));
    else if (this.sessions.keep(command)) return;
    else if (command.type === 'EnableAccount') this.disabled.delete(command.acctId);
    else if (command.type === 'DisableAccount') {
      this.disabled.add(command.acctId);
      this.sessions.endInPortions(
        command,
        this.open
          .filter(({ account }) => account === command.acctId)
          .map((order) => [order, 'Cancelled account_disabled']),
      );
    }
  }
}
