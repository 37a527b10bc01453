import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

const SCALES = `
  select i.id, (p.terms ->> 'scale')::int as scale, i.symbol
  from instruments i join product_states p on p.product_id = i.product_id where i.id = any(?)`;

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
      const found = await this.em.execute<{ id: string; scale: number; symbol: string }[]>(SCALES, [
        `{${unknown.join(',')}}`,
      ]);
      for (const { id, scale, symbol } of found) this.known.set(Number(id), { scale, symbol });
    }
    return (id) => {
      const facts = this.known.get(id);
      if (facts === undefined) throw new Error(`No product tells how the prices of instrument ${id} are counted.`);
      return facts;
    };
  }
}
