import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import type { AccountBar } from '../accounts/account-rights.js';
import { type MarketPause, MarketPausesService } from './market-pauses.service.js';
import type { OrderDetails } from './order-record.js';

type RestrictedOrder = Pick<OrderDetails, 'acctId' | 'instrumentId' | 'status'>;

/**
 * What prevents the reader from acting on orders, and open orders from trading. While the exchange does not answer, pages say nothing: the orders
 * themselves are in the tables.
 */
@Injectable()
export class TradingRestrictionsService {
  constructor(
    private readonly access: AccountAccessService,
    private readonly pauses: MarketPausesService,
  ) {}

  async findForOrder(
    actor: Actor,
    order: RestrictedOrder,
  ): Promise<Readonly<{ restriction: AccountBar | null; pause: MarketPause | null }>> {
    const { restrictions, pauses } = await this.findForOrders(actor, [order]);
    return { restriction: restrictions.get(order.acctId) ?? null, pause: pauses.get(order.instrumentId) ?? null };
  }

  /** By accounts, and by instruments in which some of them work. */
  async findForOrders(
    actor: Actor,
    orders: readonly RestrictedOrder[],
  ): Promise<Readonly<{ restrictions: ReadonlyMap<number, AccountBar>; pauses: ReadonlyMap<number, MarketPause> }>> {
    const restrictions = await this.access.findBars(
      actor,
      orders.map(({ acctId }) => acctId),
    );
    const working = new Set(orders.flatMap(({ status, instrumentId }) => (status === 'Open' ? [instrumentId] : [])));
    return {
      restrictions,
      pauses: await this.pauses.findByInstrumentIds(actor, [...working]).catch(() => new Map<number, MarketPause>()),
    };
  }
}
