import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { State } from '../engine/state.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { Order } from '../exchange/ledger/order.entity.js';
import { countDecimals, formatDecimal } from '../money/decimal.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { FillsService } from '../orders/lists/fills.service.js';
import { ID_MAX } from '../orders/lists/order-paging.js';
import type { OrderRecord } from '../orders/order-record.js';
import { type OverviewState, readOverviewState } from './overview-state.js';

export type OverviewData = OverviewState &
  Readonly<{
    orders: readonly OrderRecord[];
    fills: readonly Fill[];
    /** Of the prices of each instrument that is shown. */
    decimals: ReadonlyMap<number, number>;
  }>;

/** An overview is looked at from above: who wants all of it opens the lists. */
const LATEST_MAX = 8;

/** The first page of a user: the accounts at this moment, working orders, fills, and what needs attention. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly accounts: AccountsService,
    private readonly fills: FillsService,
  ) {}

  async load(actor: Actor): Promise<OverviewData> {
    const ids = [...(await this.accounts.findVisibleAccounts(actor))];
    const live = await this.exchange.look((state) => readOverviewState(state, ids, actor));
    const [orders, fills] = [await this.latestOrders(ids), await this.latestFills(ids)];
    const shown = [...live.positions, ...orders.map(({ row }) => row), ...fills.map(({ trade }) => trade)].map(
      ({ instrumentId }) => instrumentId,
    );
    const decimals = await this.exchange.look((state) => findTickDecimals(state, shown));
    return { ...live, orders, fills, decimals };
  }

  private async latestOrders(ids: readonly number[]): Promise<OrderRecord[]> {
    if (ids.length === 0) return [];
    const orders = await this.em.find(
      Order,
      { acctId: { $in: [...ids] }, status: 'Open' },
      { orderBy: { id: 'desc' }, limit: LATEST_MAX, disableIdentityMap: true },
    );
    const instruments = await this.exchange.loadInstruments();
    return orders.map((row) => ({ row, ...instruments.getFacts(row.instrumentId) }));
  }

  private async latestFills(ids: readonly number[]): Promise<Fill[]> {
    if (ids.length === 0) return [];
    return this.fills.listOnAccounts(ids, { size: LATEST_MAX, after: 0, before: ID_MAX, isNewestFirst: true });
  }
}

/** As many as a tick has. */
function findTickDecimals({ instruments }: State, ids: readonly number[]): Map<number, number> {
  return new Map(
    ids.flatMap((id) => {
      const terms = instruments.get(id)?.product.terms;
      return terms === undefined ? [] : [[id, countDecimals(formatDecimal(terms.tick, terms.scale))] as const];
    }),
  );
}
