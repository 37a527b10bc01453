import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { OrderAction } from '../../engine/command.js';
import { type OrderRefusalCode, type RefusalFigures, refuse } from '../../engine/refusal.js';
import { Order } from '../../exchange/ledger/order.entity.js';
import { Trade } from '../../exchange/ledger/trade.entity.js';
import type { Fill, OrderActionResult, ReplayedAction } from './order-action-result.js';
import { toOrderStatus, type OrderDetails } from '../order-record.js';
import { type PriceFacts, PriceScalesService } from '../../exchange/ledger/price-scales.service.js';

/** The action, its order as the action left it, and the trades of then: of all that can change of an order, the last step up to the action. */
const PAST_ACTION_SQL = `
  select j.type, (extract(epoch from j.at) * 1000)::float8 as received, j.refusal_code as code, j.refusal_detail as detail, j.refusal_figures as figures,
    o.acct_id::float8 as acct, o.user_id as "user", o.placed_by as placer, o.instrument_id::float8 as instrument, o.client_order_id as name, o.tag, (select a.currency from accounts a where a.id = o.acct_id) as currency, o.order_type as kind, o.side, o.post_only as passive,
    o.reject_code as rejected, o.session_date::text as session, (extract(epoch from o.created_at) * 1000)::float8 as created,
    e.time_in_force as life, e.expire_date::text as expiry, e.limit_price::float8 as "limit", e.stop_price::float8 as stop, e.quantity, e.filled_quantity as filled,
    e.turnover::text as turnover, e.state, e.cancel_reason as reason, e.revision, e.version, (extract(epoch from e.at) * 1000)::float8 as updated,
    (select (extract(epoch from t.at) * 1000)::float8 from order_events t where t.order_id = o.id and t.revision <= e.revision and t.type = 'OrderTriggered') as triggered,
    (select array_agg(f.trade_id::text) from order_events f where f.order_id = o.id and f.seq = j.seq and f.trade_id is not null) as trades
  from journal j
  join orders o on o.id = ?
  join lateral (select * from order_events s where s.order_id = o.id and s.seq <= j.seq order by s.revision desc limit 1) e on true
  where j.action_id = ?`;

type PastActionRow = Readonly<{
  type: OrderAction['type'];
  received: number;
  code: OrderRefusalCode | null;
  detail: string | null;
  figures: RefusalFigures | null;
  acct: number;
  user: number;
  placer: number | null;
  instrument: number;
  name: string | null;
  tag: string | null;
  currency: string;
  kind: OrderDetails['orderType'];
  side: OrderDetails['side'];
  passive: boolean;
  rejected: OrderDetails['rejectCode'];
  session: string | null;
  created: number;
  life: OrderDetails['timeInForce'];
  expiry: string | null;
  limit: number | null;
  stop: number | null;
  quantity: number;
  filled: number;
  turnover: string;
  state: OrderDetails['state'];
  reason: OrderDetails['cancelReason'];
  revision: number;
  version: number;
  updated: number;
  triggered: number | null;
  trades: readonly string[] | null;
}>;

/**
 * What came of actions that are in the journal, from the tables: the order as it was then, not as it is now. Those who ask are clients
 * who were left without an answer, and then many ask at once; so it is one statement, and another one where there were fills.
 */
@Injectable()
export class PastActionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly scales: PriceScalesService,
  ) {}

  /** Whose an order is that the engine may have forgotten; null where there is none. */
  async findAccountId(orderId: number): Promise<number | null> {
    return (await this.em.findOne(Order, { id: orderId }, { fields: ['acctId'] }))?.acctId ?? null;
  }

  async findResult({ actionId, orderId }: ReplayedAction): Promise<OrderActionResult> {
    const [past] = await this.em.execute<PastActionRow[]>(PAST_ACTION_SQL, [orderId, actionId]);
    if (past === undefined) throw new Error(`Action ${actionId} has made order ${orderId} and is not in the journal.`);
    const instrument = (await this.scales.loadFacts([past.instrument]))(past.instrument);
    return {
      actionId,
      type: past.type,
      receivedAt: past.received,
      rejection: past.code === null ? null : refuse(past.code, past.detail ?? '', past.figures ?? undefined),
      order: {
        row: toOrderDetails(orderId, past),
        ...instrument,
        rejectionDetails: past.state === 'Rejected' ? past.figures : null,
      },
      fills: await this.findFills(past, instrument),
      cancellation: null,
      isReplayed: true,
    };
  }

  private async findFills({ trades, side, name, currency }: PastActionRow, instrument: PriceFacts): Promise<Fill[]> {
    if (trades === null) return [];
    const rows = await this.em.fork().find(Trade, { id: { $in: trades.map(Number) } }, { orderBy: { id: 'asc' } });
    return rows.map((trade) => ({ trade, side, clientOrderId: name, currency, ...instrument }));
  }
}

const toOrderDetails = (id: number, past: PastActionRow): OrderDetails => ({
  id,
  acctId: past.acct,
  userId: past.user,
  placedBy: past.placer,
  instrumentId: past.instrument,
  clientOrderId: past.name,
  tag: past.tag,
  orderType: past.kind,
  side: past.side,
  timeInForce: past.life,
  postOnly: past.passive,
  expireDate: past.expiry,
  limitPrice: past.limit,
  stopPrice: past.stop,
  quantity: past.quantity,
  filledQuantity: past.filled,
  turnover: BigInt(past.turnover),
  status: toOrderStatus(past.state),
  state: past.state,
  rejectCode: past.rejected,
  cancelReason: past.reason,
  revision: past.revision,
  version: past.version,
  sessionDate: past.session,
  createdAt: past.created,
  updatedAt: past.updated,
  triggeredAt: past.triggered,
});
