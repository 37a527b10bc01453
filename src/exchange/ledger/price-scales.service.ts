import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { getUnitOfWork } from '../../database/unit-of-work.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { ProductState } from './instrument-state.entity.js';

/** How prices of a table are shown: in units of 10^-`scale`. */
export type PriceFacts = Readonly<{ scale: number; symbol: string }>;

/** Symbols and price scales of instruments, for readers of the tables. They never change once there is an order. */
@Injectable()
export class PriceScalesService {
  private readonly known = new Map<number, PriceFacts>();

  constructor(private readonly em: EntityManager) {}

  async loadScales(instrumentIds: Iterable<number>): Promise<(instrumentId: number) => number> {
    const factsOf = await this.loadFacts(instrumentIds);
    return (id) => factsOf(id).scale;
  }

  async loadFacts(instrumentIds: Iterable<number>): Promise<(instrumentId: number) => PriceFacts> {
    const unknown = [...new Set(instrumentIds)].filter((id) => !this.known.has(id));
    if (unknown.length > 0) {
      const em = getUnitOfWork() ?? this.em.fork();
      const instruments = await em.find(
        InstrumentEntity,
        { id: { $in: unknown } },
        { fields: ['id', 'symbol', 'productId'], disableIdentityMap: true },
      );
      const products = await em.find(
        ProductState,
        { productId: { $in: instruments.map(({ productId }) => productId) } },
        { disableIdentityMap: true },
      );
      const scales = new Map(products.map(({ productId, terms }) => [productId, terms.scale]));
      for (const { id, symbol, productId } of instruments) {
        const scale = scales.get(productId);
        if (scale !== undefined) this.known.set(id, { scale, symbol });
      }
    }
    return (id) => {
      const facts = this.known.get(id);
      if (facts === undefined) throw new Error(`No product tells how the prices of instrument ${id} are counted.`);
      return facts;
    };
  }
}
