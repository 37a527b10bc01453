import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import type { LivePosition } from '../accounts/positions/live-position.js';
import { PositionsService } from '../accounts/positions/positions.service.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { FillsService } from '../orders/lists/fills.service.js';
import { ID_MAX } from '../orders/lists/order-paging.js';
import { OrdersService } from '../orders/lists/orders.service.js';
import type { OrderRecord } from '../orders/order-record.js';

/** Positions and orders in an instrument: on the accounts that the user owns or was granted, or on the account of another user that an administrator chose. */
export type DeskHoldings = Readonly<{
  acctIds: readonly number[];
  orders: readonly OrderRecord[];
  hasMoreOrders: boolean;
  positions: readonly LivePosition[];
  /** The newest, the oldest of them first. */
  fills: readonly Fill[];
}>;

const ORDERS = 50;
const POSITIONS = 20;
const FILLS = 30;

/** What the user has in an instrument. */
@Injectable()
export class DeskHoldingsService {
  constructor(
    private readonly fills: FillsService,
    private readonly access: AccountAccessService,
    private readonly orders: OrdersService,
    private readonly positions: PositionsService,
  ) {}

  async show(actor: Actor, instrumentId: number, otherId: number | null): Promise<DeskHoldings> {
    const acctIds = otherId !== null ? [otherId] : await this.access.findOwnAccounts(actor);
    if (acctIds.length === 0) return { acctIds, orders: [], hasMoreOrders: false, positions: [], fills: [] };
    const newest = { after: 0, before: ID_MAX, isNewestFirst: true, instrumentId };
    const [orders, positions, fills] = await Promise.all([
      this.orders.listOnAccounts(actor, acctIds, { ...newest, size: ORDERS + 1, statuses: ['Open'] }),
      this.positions.listOnAccounts(acctIds, {
        size: POSITIONS,
        after: null,
        acctIds: undefined,
        instrumentIds: [instrumentId],
      }),
      this.fills.listOnAccounts(acctIds, { ...newest, size: FILLS }),
    ]);
    return {
      acctIds,
      orders: orders.slice(0, ORDERS),
      hasMoreOrders: orders.length > ORDERS,
      positions,
      fills: fills.reverse(),
    };
  }
}
