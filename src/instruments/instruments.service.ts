import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Instrument } from './instrument.entity.js';
import { DefinitionInUse, UnknownInstrument } from './instrument-errors.js';
import { Product } from './product.entity.js';
import { type GroupedProduct, ProductsService } from './products.service.js';
import { containing, type InstrumentFilter, isGiven } from './reference-questions.js';
import type { InstrumentStatus, InstrumentTerms } from './reference-terms.js';
import { ReferenceWritingService } from './reference-writing.service.js';
import { VenueAnnouncements } from './venue-announcements.service.js';

/** An instrument with the product that gives it its terms, and the group of that. */
export type ListedInstrument = GroupedProduct & Readonly<{ instrument: Instrument }>;

@Injectable()
export class InstrumentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductsService,
    private readonly writing: ReferenceWritingService,
    private readonly venue: VenueAnnouncements,
  ) {}

  async list(
    _actor: Actor,
    { size, after, ids, groupId, productId, symbol, search, statuses }: InstrumentFilter,
  ): Promise<ListedInstrument[]> {
    const conditions: FilterQuery<Instrument>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (ids !== undefined) conditions.push({ id: { $in: [...ids] } });
    if (groupId !== undefined) conditions.push({ productId: { $in: await this.productIds({ groupId }) } });
    if (productId !== undefined) conditions.push({ productId });
    if (symbol !== undefined) conditions.push({ symbol });
    if (search !== undefined) {
      const named = await this.productIds({ name: { $ilike: containing(search) } });
      conditions.push({ $or: [{ symbol: { $ilike: containing(search) } }, { productId: { $in: named } }] });
    }
    if (statuses !== undefined) conditions.push(havingOneOf(statuses, new Date(this.venue.now())));
    return this.listed(await this.em.find(Instrument, { $and: conditions }, { orderBy: { id: 'asc' }, limit: size }));
  }

  async show(_actor: Actor, id: number): Promise<ListedInstrument> {
    const [listed] = await this.listed([await this.find(id)]);
    if (!listed) throw new UnknownInstrument();
    return listed;
  }

  /** Those that are there of these, in this order. */
  async named(_actor: Actor, ids: readonly number[]): Promise<Instrument[]> {
    const found = new Map(
      (await this.em.find(Instrument, { id: { $in: [...ids] } })).map((instrument) => [instrument.id, instrument]),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** All that ever had one of these symbols, live or expired, the oldest first. */
  async called(_actor: Actor, symbols: readonly string[]): Promise<Instrument[]> {
    return this.em.find(Instrument, { symbol: { $in: [...symbols] } }, { orderBy: { id: 'asc' } });
  }

  async create(actor: Actor, productId: number, terms: InstrumentTerms): Promise<ListedInstrument> {
    const instrument = await this.writing.create(actor, 'instrument.created', async () => {
      const { product, group } = await this.products.show(actor, productId);
      // What has expired leaves its symbol to the next.
      await this.em.nativeUpdate(
        Instrument,
        { symbol: terms.symbol, retired: false, expiresAt: { $lte: new Date(this.venue.now()) } },
        { retired: true },
      );
      return new Instrument(product, group.calendar(product), terms);
    });
    return this.show(actor, instrument.id);
  }

  async change(
    actor: Actor,
    id: number,
    terms: Partial<InstrumentTerms>,
    expected?: number,
  ): Promise<ListedInstrument> {
    const instrument = await this.writing.change(actor, {
      action: 'instrument.changed',
      find: () => this.find(id),
      expected,
      apply: async (kept) => {
        const { product, group } = await this.products.show(actor, kept.productId);
        if (
          terms.expiration !== undefined &&
          terms.expiration !== kept.expiration &&
          kept.statusAt(this.venue.now()) === 'Expired'
        ) {
          throw new DefinitionInUse(
            `${kept.symbol} has expired, and its positions are settled. List a new instrument; it may have the same symbol.`,
          );
        }
        const { settlementPrice } = kept;
        kept.revise(product, group.calendar(product), terms);
        await this.venue.agree(actor, { instrument: kept, settles: kept.settlementPrice !== settlementPrice });
      },
    });
    return this.show(actor, instrument.id);
  }

  private async find(id: number): Promise<Instrument> {
    const instrument = await this.em.findOne(Instrument, { id });
    if (!instrument) throw new UnknownInstrument();
    return instrument;
  }

  private async productIds(where: FilterQuery<Product>): Promise<number[]> {
    return (await this.em.find(Product, where, { fields: ['id'] })).map(({ id }) => id);
  }

  private async listed(instruments: readonly Instrument[]): Promise<ListedInstrument[]> {
    const products = await this.em.find(Product, {
      id: { $in: [...new Set(instruments.map(({ productId }) => productId))] },
    });
    const grouped = new Map((await this.products.grouped(products)).map((each) => [each.product.id, each]));
    return instruments.flatMap((instrument) => {
      const terms = grouped.get(instrument.productId);
      return terms ? [{ ...terms, instrument }] : [];
    });
  }
}

/** What `statusAt` says of one instrument, asked of all of them. */
function havingOneOf(statuses: readonly InstrumentStatus[], now: Date): FilterQuery<Instrument> {
  const given: FilterQuery<Instrument> = {
    givenStatus: { $in: statuses.filter(isGiven) },
    $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
  };
  return statuses.includes('Expired') ? { $or: [given, { expiresAt: { $lte: now } }] } : given;
}
