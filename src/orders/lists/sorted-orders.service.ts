import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import { type SortOrder, type SortValue, sortRows } from '../../database/sorting.js';
import { Order } from '../../exchange/ledger/order.entity.js';
import { PriceScalesService } from '../../exchange/ledger/price-scales.service.js';
import type { OrderRecord } from '../order-record.js';
import type { OrderConditions } from './order-paging.js';
import { type OrderSortField, SORTED_ORDERS_MAX, TooManyToSortError } from './order-sorting.js';
import { OrdersService } from './orders.service.js';

/**
 * The terms of orders when the tables had this command, or by their first event if they are newer. They do not change
 * any more, so an order has one place on all pages of a list.
 */
const TERMS_SQL = `
  select o.id::float8 as id, p.point::float8 as point, e.quantity, e.filled_quantity, e.limit_price::float8 as limit_price, e.stop_price::float8 as stop_price
  from (select coalesce(?::bigint, (select command from exchange_state)) as point) p cross join unnest(?::bigint[]) as o (id)
  cross join lateral (
    select * from order_events s where s.order_id = o.id and (s.seq <= p.point or s.revision = 1) order by s.revision desc limit 1) e`;

type ChangingField = 'quantity' | 'filled_quantity' | 'limit_price' | 'stop_price';
type Terms = Readonly<{ id: number; point: number } & Record<ChangingField, number | null>>;

type OrderKey = Pick<Order, 'id' | 'instrumentId' | 'acctId' | 'side' | 'orderType'>;

/** The point of values that never change: a cursor has numbers from 1. */
const ANY_POINT = 1;

/** The values of a list's rows, and the command after which they are so. */
type SortValues = Readonly<{ point: number; getValue: (order: OrderKey) => SortValue }>;

/** Behind an order of the list as it was sorted when the tables had a command. */
type Position = readonly [point: number, orderId: number];
type PageOfSorted = Readonly<{ sort: SortOrder<OrderSortField>; size: number; after: Position | null }>;

/** Sorts lists of working orders, which are short, in memory. */
@Injectable()
export class SortedOrdersService {
  constructor(
    private readonly em: EntityManager,
    private readonly orders: OrdersService,
    private readonly accounts: AccountsService,
    private readonly scales: PriceScalesService,
  ) {}

  /** The rows of a page, and the position of the next one. A row may leave the list meanwhile, so a page can be shorter. */
  async list(
    actor: Actor,
    conditions: OrderConditions,
    { sort, size, after }: PageOfSorted,
  ): Promise<Readonly<{ records: readonly OrderRecord[]; next: Position | null }>> {
    const where = await this.orders.toListConditions(actor, conditions);
    const found = await this.findKeys(where);
    if (found.length > SORTED_ORDERS_MAX) throw new TooManyToSortError();
    const [point, lastId] = after ?? [null, null];
    // The last order of the page before may be filled by now. Its place is still where this page starts.
    const isGone = lastId !== null && found.every(({ id }) => id !== lastId);
    const gone = isGone ? await this.findKeys({ id: lastId }) : [];
    const keys = [...found, ...gone].sort((one, other) => one.id - other.id);
    const values = await this.findValues(actor, keys, { field: sort.field, point });
    const ids = sortRows(keys, values.getValue, sort).map(({ id }) => id);
    const start = lastId === null ? 0 : ids.indexOf(lastId) + 1;
    const pageIds = ids.slice(start, start + size);
    const [last] = pageIds.slice(-1);
    const rows = await this.em.find(Order, { $and: [{ id: { $in: pageIds } }, where] }, UNTRACKED);
    const records = await this.orders.describeAll(rows);
    return {
      records: records.sort((one, other) => pageIds.indexOf(one.row.id) - pageIds.indexOf(other.row.id)),
      next: last === undefined || ids.length <= start + size ? null : [values.point, last],
    };
  }

  /** By what orders are sorted, except for what changes: of one more than can be sorted, in the order of their ids. */
  private findKeys(where: FilterQuery<Order>): Promise<OrderKey[]> {
    return this.em.find(Order, where, {
      ...UNTRACKED,
      fields: ['id', 'instrumentId', 'acctId', 'side', 'orderType'],
      orderBy: { id: 'asc' },
      limit: SORTED_ORDERS_MAX + 1,
    });
  }

  /** Whether the list is short enough. */
  async isSortable(actor: Actor, conditions: OrderConditions): Promise<boolean> {
    const where = await this.orders.toListConditions(actor, conditions);
    const [tooMany] = await this.em.find(Order, where, {
      ...UNTRACKED,
      fields: ['id'],
      orderBy: { id: 'asc' },
      offset: SORTED_ORDERS_MAX,
      limit: 1,
    });
    return tooMany === undefined;
  }

  private async findValues(
    actor: Actor,
    orders: readonly OrderKey[],
    { field, point }: Readonly<{ field: OrderSortField; point: number | null }>,
  ): Promise<SortValues> {
    switch (field) {
      case 'id':
        return { point: ANY_POINT, getValue: ({ id }) => id };
      case 'side':
        return { point: ANY_POINT, getValue: ({ side }) => side };
      case 'order_type':
        return { point: ANY_POINT, getValue: ({ orderType }) => orderType };
      case 'symbol': {
        const factsOf = await this.scales.loadFacts(orders.map(({ instrumentId }) => instrumentId));
        return { point: ANY_POINT, getValue: ({ instrumentId }) => factsOf(instrumentId).symbol };
      }
      case 'acct_name': {
        const names = await this.accounts.findNames(actor, [...new Set(orders.map(({ acctId }) => acctId))]);
        return { point: ANY_POINT, getValue: ({ acctId }) => names.get(acctId) ?? null };
      }
      case 'quantity':
      case 'filled_quantity':
      case 'limit_price':
      case 'stop_price':
        return this.findTerms(orders, { field, point });
    }
  }

  /** Prices of different instruments are compared as numbers. */
  private async findTerms(
    orders: readonly OrderKey[],
    { field, point }: Readonly<{ field: ChangingField; point: number | null }>,
  ): Promise<SortValues> {
    const ids = orders.map(({ id }) => id);
    const terms = await this.em.execute<Terms[]>(TERMS_SQL, [point, `{${ids.join(',')}}`]);
    const termsById = new Map(terms.map((one) => [one.id, one]));
    const isPrice = field === 'limit_price' || field === 'stop_price';
    const scaleOf = await this.scales.loadScales(orders.map(({ instrumentId }) => instrumentId));
    return {
      point: terms[0]?.point ?? point ?? ANY_POINT,
      getValue: ({ id, instrumentId }) => {
        const value = termsById.get(id)?.[field] ?? null;
        return value === null || !isPrice ? value : value / 10 ** scaleOf(instrumentId);
      },
    };
  }
}
