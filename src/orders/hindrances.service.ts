import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import type { AccountBar } from '../accounts/account-rights.js';
import type { MarketPause } from './market-pause.js';
import { MarketPauses } from './market-pauses.service.js';
import type { OrderFacts } from './shown-order.js';

type Facts = Pick<OrderFacts, 'acctId' | 'instrumentId' | 'status'>;

/**
 * What keeps whoever looks from acting on orders, and orders that are open from trading. Of an exchange that does not answer, pages say nothing: the orders
 * themselves are in the tables.
 */
@Injectable()
export class Hindrances {
  constructor(
    private readonly access: AccountAccess,
    private readonly pauses: MarketPauses,
  ) {}

  async on(actor: Actor, order: Facts): Promise<Readonly<{ bar: AccountBar | null; pause: MarketPause | null }>> {
    const { bars, pauses } = await this.among(actor, [order]);
    return { bar: bars.get(order.acctId) ?? null, pause: pauses.get(order.instrumentId) ?? null };
  }

  /** By accounts, and by instruments in which some of them work. */
  async among(
    actor: Actor,
    orders: readonly Facts[],
  ): Promise<Readonly<{ bars: ReadonlyMap<number, AccountBar>; pauses: ReadonlyMap<number, MarketPause> }>> {
    const bars = await this.access.barsOn(
      actor,
      orders.map(({ acctId }) => acctId),
    );
    const working = new Set(orders.flatMap(({ status, instrumentId }) => (status === 'Open' ? [instrumentId] : [])));
    return { bars, pauses: await this.pauses.among(actor, [...working]).catch(() => new Map<number, MarketPause>()) };
  }
}
