import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import type { AccountBar } from '../accounts/account-rights.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import type { Instrument } from '../engine/instrument.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { type InstrumentDetails, InstrumentsService } from '../instruments/instruments.service.js';
import type { OrderDetails } from './order-record.js';

/**
 * Why an instrument takes no orders now; null if it does. `opensAt` is its next opening, if the calendar knows it; `reason` is
 * what an administrator wrote.
 */
export type MarketPause = Readonly<{
  status: Exclude<Instrument['status'], 'Open'>;
  opensAt: number | null;
  reason: string | null;
}>;

type RestrictedOrder = Pick<OrderDetails, 'acctId' | 'instrumentId' | 'status'>;

/**
 * What prevents the reader from acting on orders, and open orders from trading. While the exchange does not answer, pages say nothing: the orders
 * themselves are in the tables.
 */
@Injectable()
export class TradingRestrictionsService {
  constructor(
    private readonly access: AccountAccessService,
    private readonly exchange: ExchangeService,
    private readonly instruments: InstrumentsService,
    private readonly clock: VenueClockService,
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
      pauses: await this.findPausesByIds(actor, [...working]).catch(() => new Map<number, MarketPause>()),
    };
  }

  private async findPausesByIds(actor: Actor, ids: readonly number[]): Promise<Map<number, MarketPause>> {
    if (ids.length === 0) return new Map();
    return this.findPauses(await this.instruments.list(actor, { size: ids.length, after: null, ids }));
  }

  /** By instrument id; instruments that take orders are omitted. */
  async findPauses(listedInstruments: readonly InstrumentDetails[]): Promise<Map<number, MarketPause>> {
    const now = this.clock.now();
    const liveStatuses = await this.exchange.look(({ instruments }) =>
      listedInstruments
        .map(({ instrument: { id } }) => instruments.get(id))
        .map(
          (instrument) =>
            instrument && { status: instrument.status, isSetByAdministrator: instrument.givenStatus !== 'Open' },
        ),
    );
    return new Map(
      listedInstruments.flatMap(({ instrument, product, group }, index) => {
        const { status, isSetByAdministrator } = liveStatuses[index] ?? {
          status: instrument.getStatusAt(now),
          isSetByAdministrator: true,
        };
        const opensAt =
          status === 'Closed' && !isSetByAdministrator ? group.createCalendar(product).findNextOpen(now) : null;
        return status === 'Open'
          ? []
          : [
              [
                instrument.id,
                { status, opensAt, reason: isSetByAdministrator ? instrument.statusReason : null },
              ] as const,
            ];
      }),
    );
  }
}
