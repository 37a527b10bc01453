import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import type { LivePosition } from '../accounts/positions/live-position.js';
import { PositionsService } from '../accounts/positions/positions.service.js';
import type { Side } from '../engine/side.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { FillsService } from '../orders/lists/fills.service.js';
import { ID_MAX } from '../orders/lists/order-paging.js';
import { OrdersService } from '../orders/lists/orders.service.js';
import type { OrderRecord } from '../orders/order-record.js';

/** Positions and orders in an instrument, on the accounts that the user owns or was granted; the role of an administrator opens no others here. */
export type DeskHoldings = Readonly<{
  orders: readonly OrderRecord[];
  hasMoreOrders: boolean;
  positions: readonly LivePosition[];
  /** The newest, the oldest of them first. */
  fills: readonly Fill[];
}>;

const ORDERS = 50;
const POSITIONS = 20;
const FILLS = 30;

const LATEST_FILLS = `
  (select id, 'Buy' as side from trades where buy_acct_id = any(?) and instrument_id = ? order by id desc limit ?)
  union all (select id, 'Sell' as side from trades where sell_acct_id = any(?) and instrument_id = ? order by id desc limit ?) order by id desc, side limit ?`;

/** What the user has in an instrument. */
@Injectable()
export class DeskHoldingsService {
  constructor(
    private readonly em: EntityManager,
    private readonly fills: FillsService,
    private readonly access: AccountAccessService,
    private readonly orders: OrdersService,
    private readonly positions: PositionsService,
  ) {}

  async show(actor: Actor, instrumentId: number): Promise<DeskHoldings> {
    const acctIds = await this.access.findOwnAccounts(actor);
    if (acctIds.length === 0) return { orders: [], hasMoreOrders: false, positions: [], fills: [] };
    const [orders, positions, fills] = await Promise.all([
      this.orders.listOnAccounts(actor, acctIds, {
        size: ORDERS + 1,
        after: 0,
        before: ID_MAX,
        isNewestFirst: true,
        statuses: ['Open'],
        instrumentId,
      }),
      this.positions.listOnAccounts(acctIds, {
        size: POSITIONS,
        after: null,
        acctIds: undefined,
        instrumentIds: [instrumentId],
      }),
      this.listFills(acctIds, instrumentId),
    ]);
    return { orders: orders.slice(0, ORDERS), hasMoreOrders: orders.length > ORDERS, positions, fills };
  }

  private async listFills(acctIds: readonly number[], instrumentId: number): Promise<Fill[]> {
    const accounts = `{${acctIds.join(',')}}`;
    const found = await this.em.execute<{ id: string; side: Side }[]>(LATEST_FILLS, [
      ...[accounts, instrumentId, FILLS, accounts, instrumentId, FILLS, FILLS],
    ]);
    return this.fills.loadFills(found.map(({ id, side }) => ({ id: Number(id), side })));
  }
}
