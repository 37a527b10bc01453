import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Names } from '../access/names.js';
import { Instrument } from './instrument.entity.js';
import { ProductGroup } from './product-group.entity.js';
import { Product } from './product.entity.js';

const TICKS = 'select i.id, trim_scale(p.tick_size)::text as tick from instruments i join products p on p.id = i.product_id where i.id = any(?)';

/** Tells pages what instruments, products and their groups are called. */
@Injectable()
export class ReferenceNames implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly names: Names,
  ) {}

  onModuleInit(): void {
    this.names.knownBy('instrument_id', async (ids) => new Map((await this.em.find(Instrument, { id: { $in: [...ids] } })).map(({ id, symbol }) => [id, symbol])));
    this.names.knownBy('instrument_tick', (ids) => this.ticksOf(ids));
    this.names.knownBy('product_id', async (ids) => new Map((await this.em.find(Product, { id: { $in: [...ids] } })).map(({ id, symbol }) => [id, symbol])));
    this.names.knownBy('product_group_id', async (ids) => new Map((await this.em.find(ProductGroup, { id: { $in: [...ids] } })).map(({ id, name }) => [id, name])));
  }

  /** In which steps the prices of instruments go. */
  private async ticksOf(ids: readonly number[]): Promise<Map<number, string>> {
    const found = await this.em.execute<{ id: string; tick: string }[]>(TICKS, [`{${ids.join(',')}}`]);
    return new Map(found.map(({ id, tick }) => [Number(id), tick]));
  }
}
