import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { type LivePosition, listLivePositions } from '../../accounts/positions/live-position.js';
import type { OrderAction } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import { toCommandCaller } from '../../exchange/caller.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { OrderActionResult } from '../../orders/actions/order-action-result.js';
import { OrderActionsService } from '../../orders/actions/order-actions.service.js';
import { type CloseObstacle, findCloseObstacle } from '../position-values.js';
import {
  type PositionClosingForm,
  type PositionClosingQuery,
  POSITIONS_MAX,
  parsePosition,
  type FormPosition,
} from './position-closing.dto.js';

/** A position with the number of working orders in its instrument, and why it cannot be closed now, if so. */
export type OpenPosition = LivePosition & Readonly<{ openOrders: number; obstacle: CloseObstacle | null }>;

/** The number of working orders of an account in an instrument. */
type WorkingOrders = Readonly<{ acctId: number; instrumentId: number; openOrders: number }>;

/** The positions that one form closes, and working orders of these accounts in instruments without a position, which stay. */
export type ClosingList = Readonly<{ positions: readonly OpenPosition[]; otherOrders: readonly WorkingOrders[] }>;

/** Closes positions at market: one list of order actions, in one transaction. */
@Injectable()
export class PositionClosingService {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly access: AccountAccessService,
    private readonly orders: OrderActionsService,
  ) {}

  /** The first open positions of the user's own accounts, or of one account that the user may view, and orders beside them. */
  async list(
    actor: Actor,
    { acct_id: acctId, instrument_id: instrumentId }: PositionClosingQuery,
  ): Promise<ClosingList> {
    const own = await this.access.findOwnAccounts(actor);
    const readable = acctId !== undefined && (await this.access.mayRead(actor, acctId)) ? [acctId] : own;
    const filter = {
      size: Infinity,
      after: null,
      acctIds: acctId === undefined ? undefined : [acctId],
      instrumentIds: instrumentId === undefined ? undefined : [instrumentId],
    };
    return this.exchange.look((state) => {
      const all = listLivePositions(state, readable, filter).filter(({ quantity }) => quantity !== 0);
      const orders = countOrders(state, acctId === undefined ? readable : readable.filter((id) => id === acctId));
      const held = new Set(all.map(toKey));
      const caller = toCommandCaller(actor);
      return {
        positions: all
          .slice(0, POSITIONS_MAX)
          .map((position) => ({
            ...position,
            openOrders: orders.get(toKey(position))?.openOrders ?? 0,
            obstacle: findObstacle(state, position, actor),
          })),
        otherOrders: [...orders.values()].filter(
          (one) =>
            !held.has(toKey(one)) &&
            (instrumentId === undefined || one.instrumentId === instrumentId) &&
            state.accounts.get(one.acctId)?.canBeTradedBy(caller) === true,
        ),
      };
    });
  }

  async close(
    actor: Actor,
    { position, reference, cancel_orders: cancel }: PositionClosingForm,
  ): Promise<readonly OrderActionResult[]> {
    const positions = position.map(parsePosition);
    const actions = [
      ...(cancel === 'yes' ? positions.map(toCancellation) : []),
      ...positions.map((one) => toMarketOrder(one, reference)),
    ];
    return this.orders.submit(
      actor,
      actions,
      ({ acctId, instrumentId }) =>
        positions.find((one) => one.acctId === acctId && one.instrumentId === instrumentId)?.quantity ?? 0,
    );
  }
}

function findObstacle({ accounts, instruments }: State, position: LivePosition, actor: Actor): CloseObstacle | null {
  const [account, instrument] = [accounts.get(position.acctId), instruments.get(position.instrumentId)];
  if (account === undefined || instrument === undefined) throw new Error('A position has no account.');
  return findCloseObstacle(account, instrument, toCommandCaller(actor));
}

const toKey = ({ acctId, instrumentId }: Pick<LivePosition, 'acctId' | 'instrumentId'>): string =>
  `${acctId} ${instrumentId}`;

/** The working orders of accounts by account and instrument. An account may have thousands, so they are counted once. */
function countOrders(state: State, acctIds: readonly number[]): ReadonlyMap<string, WorkingOrders> {
  const counts = new Map<string, WorkingOrders>();
  for (const acctId of acctIds)
    for (const orderId of state.accounts.get(acctId)?.openOrders ?? []) {
      const instrumentId = state.orders.peek(orderId)?.instrument.id;
      if (instrumentId === undefined) continue;
      const key = toKey({ acctId, instrumentId });
      counts.set(key, { acctId, instrumentId, openOrders: (counts.get(key)?.openOrders ?? 0) + 1 });
    }
  return counts;
}

/** What is still working could trade with the order that closes the position, or open it again. */
const toCancellation = ({ acctId, instrumentId }: FormPosition): OrderAction => ({
  type: 'MassCancellation',
  acctId,
  instrumentId,
  productGroupId: null,
  side: null,
});

const toMarketOrder = ({ acctId, instrumentId, quantity }: FormPosition, reference: string): OrderAction => ({
  type: 'MarketOrderSub',
  acctId,
  instrumentId,
  side: quantity > 0 ? 'Sell' : 'Buy',
  quantity: Math.abs(quantity),
  timeInForce: 'IOC',
  limitPrice: null,
  stopPrice: null,
  postOnly: false,
  expireDate: null,
  clientOrderId: `${reference}-${instrumentId}`,
  tag: null,
});
