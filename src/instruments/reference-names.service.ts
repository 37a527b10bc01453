import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Names } from '../access/names.js';
import { AuditThings } from '../audit/audit-things.service.js';
import { Instrument } from './instrument.entity.js';
import { ProductGroup } from './product-group.entity.js';
import { Product } from './product.entity.js';
import { containing } from './reference-questions.js';

type Namer = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

const TICKS =
  'select i.id, trim_scale(p.tick_size)::text as tick from instruments i join products p on p.id = i.product_id where i.id = any(?)';

/** More than this are no answer to what is meant. */
const FOUND = { fields: ['id'], orderBy: { id: 'desc' }, limit: 1000, disableIdentityMap: true } as const;

/** Tells pages what instruments, products and their groups are called, and the audit log which of them somebody means by a name. */
@Injectable()
export class ReferenceNames implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly names: Names,
    private readonly things: AuditThings,
  ) {}

  onModuleInit(): void {
    const instruments: Namer = async (ids) =>
      new Map((await this.em.find(Instrument, { id: { $in: [...ids] } })).map(({ id, symbol }) => [id, symbol]));
    const products: Namer = async (ids) =>
      new Map((await this.em.find(Product, { id: { $in: [...ids] } })).map(({ id, symbol }) => [id, symbol]));
    const groups: Namer = async (ids) =>
      new Map((await this.em.find(ProductGroup, { id: { $in: [...ids] } })).map(({ id, name }) => [id, name]));
    this.names.knownBy('instrument_id', instruments);
    this.names.knownBy('instrument_tick', (ids) => this.ticksOf(ids));
    this.names.knownBy('product_id', products);
    this.names.knownBy('product_group_id', groups);
    const like = (text: string) => ({ $ilike: containing(text) });
    const idsOf = (found: readonly Readonly<{ id: number }>[]): readonly number[] => found.map(({ id }) => id);
    this.things.knownBy('instrument', {
      search: async (_, text) => idsOf(await this.em.find(Instrument, { symbol: like(text) }, FOUND)),
      names: (_, ids) => instruments(ids),
    });
    this.things.knownBy('product', {
      search: async (_, text) =>
        idsOf(await this.em.find(Product, { $or: [{ symbol: like(text) }, { name: like(text) }] }, FOUND)),
      names: (_, ids) => products(ids),
    });
    this.things.knownBy('productgroup', {
      search: async (_, text) =>
        idsOf(await this.em.find(ProductGroup, { $or: [{ symbol: like(text) }, { name: like(text) }] }, FOUND)),
      names: (_, ids) => groups(ids),
    });
  }

  /** In which steps the prices of instruments go. */
  private async ticksOf(ids: readonly number[]): Promise<Map<number, string>> {
    const found = await this.em.execute<{ id: string; tick: string }[]>(TICKS, [`{${ids.join(',')}}`]);
    return new Map(found.map(({ id, tick }) => [Number(id), tick]));
  }
}
