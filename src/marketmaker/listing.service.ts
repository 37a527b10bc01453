import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VenueClock } from '../clock/venue-clock.service.js';
import { type Listed, type Quoted, quotedOf } from './listing.js';

/** Prices that an administrator gives are gone by after so long at the latest. */
const READ_AGAIN_MS = 600_000;

const LISTED = `
  select i.id::int, p.symbol, g.symbol as "group", i.settlement_price::text as price, i.expiration::text
  from instruments i join products p on p.id = i.product_id join product_groups g on g.id = p.group_id order by i.id`;

/** The list of what is quoted, as the reference data has it. */
@Injectable()
export class ListingService {
  private quoted: ReadonlyMap<number, Quoted> = new Map();
  private read = { count: -1, at: -Infinity };

  constructor(
    private readonly em: EntityManager,
    private readonly clock: VenueClock,
  ) {}

  /** Read anew when the venue has other instruments than it had. */
  async quotedBy(count: number): Promise<ReadonlyMap<number, Quoted>> {
    const at = performance.now();
    if (count === this.read.count && at - this.read.at < READ_AGAIN_MS) return this.quoted;
    const listed = await this.em.fork().execute<Listed[]>(LISTED);
    this.quoted = new Map(
      quotedOf(listed, new Date(this.clock.now()).toISOString().slice(0, 10)).map((quoted) => [quoted.id, quoted]),
    );
    this.read = { count, at };
    return this.quoted;
  }
}
