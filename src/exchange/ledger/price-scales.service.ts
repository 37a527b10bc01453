import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

const SCALES = `
  select i.id, (p.terms ->> 'scale')::int as scale
  from instruments i join product_states p on p.product_id = i.product_id where i.id = any(?)`;

/** In what the prices of each instrument are counted, for whoever reads the tables. It never changes once there was an order. */
@Injectable()
export class PriceScales {
  private readonly known = new Map<number, number>();

  constructor(private readonly em: EntityManager) {}

  async of(instrumentIds: Iterable<number>): Promise<(instrumentId: number) => number> {
    const unknown = [...new Set(instrumentIds)].filter((id) => !this.known.has(id));
    if (unknown.length > 0) {
      const found = await this.em.execute<{ id: string; scale: number }[]>(SCALES, [`{${unknown.join(',')}}`]);
      for (const { id, scale } of found) this.known.set(Number(id), scale);
    }
    return (id) => {
      const scale = this.known.get(id);
      if (scale === undefined) throw new Error(`No product tells how the prices of instrument ${id} are counted.`);
      return scale;
    };
  }
}
