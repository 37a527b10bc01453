import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { UNTRACKED } from '../database/read-options.js';
import { ProductEntity } from '../instruments/product.entity.js';
import { ProductGroupEntity } from '../instruments/product-group.entity.js';

/** When the sessions of a date close: the first of the products, and the last. */
export type SessionCloses = Readonly<{ first: number; last: number }>;

/** Reads from the calendars of the products when a date ends for statements. */
@Injectable()
export class SessionClosesService {
  constructor(private readonly em: EntityManager) {}

  /** Null where no product has a session of the date. */
  async find(date: string): Promise<SessionCloses | null> {
    const [groups, products] = [
      await this.em.find(ProductGroupEntity, {}, UNTRACKED),
      await this.em.find(ProductEntity, {}, UNTRACKED),
    ];
    const byId = new Map(groups.map((group) => [group.id, group]));
    const closes = products.flatMap(
      (product) => byId.get(product.groupId)?.createCalendar(product).findClose(date) ?? [],
    );
    return closes.length === 0 ? null : { first: Math.min(...closes), last: Math.max(...closes) };
  }
}
