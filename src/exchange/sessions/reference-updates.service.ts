import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import type { CommandBody } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { ProductEntity } from '../../instruments/products/product.entity.js';
import { ProductGroupEntity } from '../../instruments/groups/product-group.entity.js';
import { DefinitionInUseError } from '../../instruments/instrument-errors.js';
import { type AnnouncedChange, type Venue, VenueSyncService } from '../../instruments/venue-sync.service.js';
import { toCommandCaller } from '../caller.js';
import { ExchangeService } from '../exchange.service.js';
import { Order } from '../ledger/order.entity.js';
import { createSettlementCommands, toGroupCommands, toInstrumentCommands, toProductCommands } from './unknown-terms.js';

/** Sends changes of reference data to the venue in the name of their user, and returns its rejections. */
@Injectable()
export class ReferenceUpdatesService implements Venue, OnModuleInit {
  constructor(
    private readonly announcements: VenueSyncService,
    private readonly exchange: ExchangeService,
    private readonly em: EntityManager,
    private readonly clock: VenueClockService,
  ) {}

  onModuleInit(): void {
    this.announcements.venue.register(this);
  }

  async reload(): Promise<void> {
    await this.exchange.keepSessions();
  }

  async validateChange(actor: Actor, announced: AnnouncedChange): Promise<void> {
    await this.keepSession(announced);
    const bodies = await this.exchange.look((state) => createCommands(state, announced));
    if (bodies.length === 0) return;
    if ('product' in announced) await this.keepUnits(bodies);
    const executed = await this.exchange.executeAll(toCommandCaller(actor), bodies);
    for (const event of executed.flatMap(({ events }) => events))
      if (event.type === 'CommandRefused') throw new DefinitionInUseError(event.refusal.detail);
  }

  /** New hours may end the current session now or later, but not change its date. */
  private async keepSession(announced: AnnouncedChange): Promise<void> {
    if ('instrument' in announced || 'turned' in announced) return;
    const products =
      'product' in announced
        ? [announced.product]
        : await this.em.fork().find(ProductEntity, { groupId: announced.group.id });
    const now = this.clock.now();
    for (const product of products) {
      const running = await this.exchange.look((state) => state.products.get(product.id)?.currentSession ?? null);
      if (running === null) continue;
      const group =
        'group' in announced
          ? announced.group
          : await this.em.findOneOrFail(ProductGroupEntity, { id: product.groupId });
      const calendar = group.createCalendar(product);
      if ((calendar.findClose(running) ?? now) > now && calendar.findSessionDate(now) !== running) {
        throw new DefinitionInUseError(
          `The session of ${running} is open in ${product.symbol}, and the new hours would give it another date. Change the hours after it has closed.`,
        );
      }
    }
  }

  /** Prices stay in the units of their product forever, also of orders that the engine has forgotten. */
  private async keepUnits(bodies: readonly CommandBody[]): Promise<void> {
    for (const body of bodies) {
      if (body.type !== 'DefineProduct') continue;
      const { id, scale, valuePerUnit } = body.product;
      const known = await this.exchange.look(({ products }) => products.get(id)?.terms);
      if (known === undefined || (known.scale === scale && known.valuePerUnit === valuePerUnit)) continue;
      const em = this.em.fork();
      const instruments = await em.find(InstrumentEntity, { productId: id }, { fields: ['id'] });
      const order = await em.findOne(
        Order,
        { instrumentId: { $in: instruments.map((instrument) => instrument.id) } },
        { fields: ['id'] },
      );
      if (order !== null)
        throw new DefinitionInUseError(
          'There are orders with prices in the tick and the value that this would change. List a new product instead.',
        );
    }
  }
}

function createCommands(state: State, announced: AnnouncedChange): CommandBody[] {
  if ('group' in announced) return toGroupCommands(state, announced.group);
  if ('product' in announced) return toProductCommands(state, announced.product);
  if ('turned' in announced)
    return announced.turned.flatMap((each) =>
      state.products.has(each.productId) ? toInstrumentCommands(state, each) : [],
    );
  const { instrument, settles } = announced;
  if (!state.products.has(instrument.productId)) return [];
  return [
    ...toInstrumentCommands(state, instrument),
    ...(settles && instrument.settlementPrice !== null
      ? createSettlementCommands(instrument.id, instrument.settlementPrice)
      : []),
  ];
}
