import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { type InstrumentRow, type QuotedInstrument, selectQuotedInstruments } from './quoted-instruments.js';

/** Prices that an administrator gives are gone by after so long at the latest. */
const REFRESH_MS = 600_000;

const INSTRUMENTS_SQL = `
  select i.id::int, p.symbol, g.symbol as "group", i.settlement_price::text as price, i.expiration::text
  from instruments i join products p on p.id = i.product_id join product_groups g on g.id = p.group_id order by i.id`;

/** The list of what is quoted, as the reference data has it. */
@Injectable()
export class QuotedInstrumentsService {
  private quoted: ReadonlyMap<number, QuotedInstrument> = new Map();
  private lastRead = { count: -1, at: -Infinity };

  constructor(
    private readonly em: EntityManager,
    private readonly clock: VenueClockService,
  ) {}

  /** Read anew when the venue has other instruments than it had. */
  async findQuotedInstruments(count: number): Promise<ReadonlyMap<number, QuotedInstrument>> {
    const at = performance.now();
    if (count === this.lastRead.count && at - this.lastRead.at < REFRESH_MS) return this.quoted;
    const rows = await this.em.fork().execute<InstrumentRow[]>(INSTRUMENTS_SQL);
    this.quoted = new Map(
      selectQuotedInstruments(rows, new Date(this.clock.now()).toISOString().slice(0, 10)).map((instrument) => [
        instrument.id,
        instrument,
      ]),
    );
    this.lastRead = { count, at };
    return this.quoted;
  }
}
