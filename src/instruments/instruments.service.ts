import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { type SortColumns, toOrder } from '../database/sorting.js';
import { VenueClockService } from '../clock/venue-clock.service.js';
import { InstrumentEntity, type StatusSetter } from './instrument.entity.js';
import { DefinitionInUseError, UnknownInstrumentError, UnknownSymbolError } from './instrument-errors.js';
import { ProductEntity } from './products/product.entity.js';
import { type ProductDetails, ProductsService } from './products/products.service.js';
import {
  toContainsPattern,
  type InstrumentFilter,
  type InstrumentSortField,
  isSettableStatus,
  type InstrumentStatus,
  type InstrumentDefinition,
} from './reference-definitions.js';
import { ReferenceDataService } from './reference-data.service.js';
import { suggestSymbol } from './symbol-suggestions.js';
import { VenueSyncService } from './venue-sync.service.js';

/** An instrument with its product and product group. */
export type InstrumentDetails = ProductDetails & Readonly<{ instrument: InstrumentEntity }>;

/** For an unknown symbol. */
const SUGGESTIONS = 3;
/** Of more symbols, those of the next expiries are compared with an unknown one. */
const COMPARED_MAX = 1000;

const sortColumns: SortColumns<InstrumentSortField, InstrumentEntity> = {
  symbol: 'symbol',
  expiration: 'expiration',
  product_symbol: (alias) => `(select p.symbol from products p where p.id = ${alias}.product_id)`,
};

@Injectable()
export class InstrumentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly products: ProductsService,
    private readonly referenceData: ReferenceDataService,
    private readonly venueSync: VenueSyncService,
    private readonly clock: VenueClockService,
  ) {}

  async list(
    _actor: Actor,
    { size, after, offset = 0, sort = null, ids, groupId, productId, symbol, search, statuses }: InstrumentFilter,
  ): Promise<InstrumentDetails[]> {
    const conditions: FilterQuery<InstrumentEntity>[] = [];
    if (after !== null) conditions.push({ id: { $gt: after } });
    if (ids !== undefined) conditions.push({ id: { $in: [...ids] } });
    if (groupId !== undefined) conditions.push({ productId: { $in: await this.findProductIds({ groupId }) } });
    if (productId !== undefined) conditions.push({ productId });
    if (symbol !== undefined) conditions.push({ symbol });
    if (search !== undefined) {
      const matchingProductIds = await this.findProductIds({ name: { $ilike: toContainsPattern(search) } });
      conditions.push({
        $or: [{ symbol: { $ilike: toContainsPattern(search) } }, { productId: { $in: matchingProductIds } }],
      });
    }
    if (statuses !== undefined) conditions.push(buildStatusFilter(statuses, new Date(this.clock.now())));
    return this.toDetails(
      await this.em.find(
        InstrumentEntity,
        { $and: conditions },
        { orderBy: toOrder(sort, sortColumns), limit: size, offset },
      ),
    );
  }

  async get(_actor: Actor, id: number): Promise<InstrumentDetails> {
    const [details] = await this.toDetails([await this.find(id)]);
    if (!details) throw new UnknownInstrumentError();
    return details;
  }

  /** The existing ones of these ids, in this order. */
  async findByIds(_actor: Actor, ids: readonly number[]): Promise<InstrumentEntity[]> {
    const instrumentsById = new Map(
      (await this.em.find(InstrumentEntity, { id: { $in: [...ids] } })).map((instrument) => [
        instrument.id,
        instrument,
      ]),
    );
    return ids.flatMap((id) => instrumentsById.get(id) ?? []);
  }

  /** All instruments that ever had one of these symbols, listed or expired, oldest first. */
  async findBySymbols(_actor: Actor, symbols: readonly string[]): Promise<InstrumentEntity[]> {
    return this.em.find(InstrumentEntity, { symbol: { $in: [...symbols] } }, { orderBy: { id: 'asc' } });
  }

  /** The newest instrument of a symbol that a user has typed: the others have expired. */
  async getBySymbol(actor: Actor, typed: string): Promise<InstrumentEntity> {
    const symbol = typed.trim().toUpperCase();
    const instrument = (await this.findBySymbols(actor, [symbol])).at(-1);
    if (instrument === undefined) throw new UnknownSymbolError(symbol, await this.suggestSymbols(actor, symbol));
    return instrument;
  }

  /** Of what can be traded: the next expiries whose symbol or name contains the text, or else the symbol that is most similar to it. */
  private async suggestSymbols(actor: Actor, text: string): Promise<readonly string[]> {
    const range = {
      after: null,
      sort: { field: 'expiration', isDescending: false },
      statuses: ['Open', 'Halted'],
    } as const;
    const found = await this.list(actor, { ...range, search: text, size: SUGGESTIONS });
    if (found.length > 0) return found.map(({ instrument }) => instrument.symbol);
    const compared = await this.list(actor, { ...range, size: COMPARED_MAX });
    const similar = suggestSymbol(
      text,
      compared.map(({ instrument }) => instrument.symbol),
    );
    return similar === null ? [] : [similar];
  }

  async create(actor: Actor, productId: number, terms: InstrumentDefinition): Promise<InstrumentDetails> {
    const instrument = await this.referenceData.create(actor, 'instrument.created', async () => {
      const { product, group } = await this.products.get(actor, productId);
      // Expired instruments leave their symbol to the next one.
      await this.em.nativeUpdate(
        InstrumentEntity,
        { symbol: terms.symbol, retired: false, expiresAt: { $lte: new Date(this.clock.now()) } },
        { retired: true },
      );
      return new InstrumentEntity(product, group.createCalendar(product), terms, this.toSetter(actor));
    });
    return this.get(actor, instrument.id);
  }

  async update(
    actor: Actor,
    id: number,
    terms: Partial<InstrumentDefinition>,
    expected: number | undefined,
  ): Promise<InstrumentDetails> {
    const instrument = await this.referenceData.update(actor, {
      action: 'instrument.changed',
      find: () => this.find(id),
      expected,
      apply: async (entity) => {
        const { product, group } = await this.products.get(actor, entity.productId);
        if (
          terms.expiration !== undefined &&
          terms.expiration !== entity.expiration &&
          entity.getStatusAt(this.clock.now()) === 'Expired'
        ) {
          throw new DefinitionInUseError(
            `${entity.symbol} has expired, and its positions are settled. List a new instrument, with the same symbol if you like.`,
          );
        }
        const { settlementPrice } = entity;
        entity.update(product, group.createCalendar(product), terms, this.toSetter(actor));
        await this.venueSync.validateChange(actor, {
          instrument: entity,
          settles: entity.settlementPrice !== settlementPrice,
        });
      },
    });
    return this.get(actor, instrument.id);
  }

  private toSetter({ actingUserId: userId }: Actor): StatusSetter {
    return { userId, at: new Date(this.clock.now()) };
  }

  private async find(id: number): Promise<InstrumentEntity> {
    const instrument = await this.em.findOne(InstrumentEntity, { id });
    if (!instrument) throw new UnknownInstrumentError();
    return instrument;
  }

  private async findProductIds(where: FilterQuery<ProductEntity>): Promise<number[]> {
    return (await this.em.find(ProductEntity, where, { fields: ['id'] })).map(({ id }) => id);
  }

  private async toDetails(instruments: readonly InstrumentEntity[]): Promise<InstrumentDetails[]> {
    const products = await this.em.find(ProductEntity, {
      id: { $in: [...new Set(instruments.map(({ productId }) => productId))] },
    });
    const detailsByProductId = new Map(
      (await this.products.toDetails(products)).map((each) => [each.product.id, each]),
    );
    return instruments.flatMap((instrument) => {
      const productDetails = detailsByProductId.get(instrument.productId);
      return productDetails ? [{ ...productDetails, instrument }] : [];
    });
  }
}

/** `getStatusAt` as an SQL condition. */
function buildStatusFilter(statuses: readonly InstrumentStatus[], now: Date): FilterQuery<InstrumentEntity> {
  const settable: FilterQuery<InstrumentEntity> = {
    givenStatus: { $in: statuses.filter(isSettableStatus) },
    $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
  };
  return statuses.includes('Expired') ? { $or: [settable, { expiresAt: { $lte: now } }] } : settable;
}
