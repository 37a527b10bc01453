import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { Side } from '../../engine/side.js';
import { Account } from '../../exchange/ledger/account.entity.js';
import { Order } from '../../exchange/ledger/order.entity.js';
import { Trade } from '../../exchange/ledger/trade.entity.js';
import type { Fill } from '../actions/order-action-result.js';
import { toFillId, toFirstTradeIdFrom, toLastTradeIdBefore } from './fill-id.js';
import type { FillFilter } from './order-paging.js';
import { PriceScalesService } from '../../exchange/ledger/price-scales.service.js';
import { UNTRACKED } from '../../database/unit-of-work.js';

/** Queries a page of rows for each side; the page is the first rows of both. */
const fillsOfSideSql = (side: Side, conditions: readonly string[], order: string): string =>
  `(select t.id, '${side}' as side from trades t where ${conditions.join(' and ').replaceAll('<side>', side.toLowerCase())} order by t.id ${order} limit ?)`;

const toTimestamp = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

const getOrderAndAccount = (trade: Trade, side: Side): Readonly<{ orderId: number; acctId: number }> =>
  side === 'Buy'
    ? { orderId: trade.buyOrderId, acctId: trade.buyAcctId }
    : { orderId: trade.sellOrderId, acctId: trade.sellAcctId };

/** Lists fills, one row per side of a trade. */
@Injectable()
export class FillsService {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: AccountsService,
    private readonly scales: PriceScalesService,
  ) {}

  async list(actor: Actor, filter: FillFilter): Promise<Fill[]> {
    const accounts = await this.accounts.findReadableWithout(actor, filter.leftOut ?? new Set(), filter.account);
    return this.listOnAccounts(accounts, filter);
  }

  /** The fills of these accounts. The caller has found that the user may view them. */
  async listOnAccounts(
    readableAccountIds: readonly number[] | 'all',
    { size, after, before, isNewestFirst, ...filter }: FillFilter,
  ): Promise<Fill[]> {
    // Account 0 is the clearing house.
    const conditions = ['t.id > ?', 't.id < ?', 't.<side>_acct_id > 0'];
    const order = isNewestFirst ? 'desc' : 'asc';
    const values: unknown[] = [];
    const addCondition = (condition: string, value: unknown): void => {
      if (value === undefined) return;
      conditions.push(condition);
      values.push(value);
    };
    addCondition(
      't.<side>_acct_id = any(?)',
      readableAccountIds === 'all' ? undefined : `{${readableAccountIds.join(',')}}`,
    );
    addCondition('t.<side>_acct_id = ?', filter.acctId);
    addCondition('t.instrument_id = ?', filter.instrumentId);
    addCondition('t.instrument_id in (select id from instruments where symbol = ?)', filter.symbol?.toUpperCase());
    addCondition('t.session_date = ?', filter.sessionDate);
    addCondition('t.at >= ?', toTimestamp(filter.from));
    addCondition('t.at < ?', toTimestamp(filter.to));
    // Trades have no index by order, but order events name their trades.
    addCondition('t.<side>_order_id = ?', filter.orderId);
    addCondition('t.id in (select trade_id from order_events where order_id = ?)', filter.orderId);
    const sides = (['Buy', 'Sell'] as const).map((side) => ({
      sql: fillsOfSideSql(side, conditions, order),
      values: [toLastTradeIdBefore(after, side), toFirstTradeIdFrom(before, side), ...values, size],
    }));
    const sql = `${sides.map((side) => side.sql).join(' union all ')} order by id ${order}, side ${order} limit ?`;
    const rows = await this.em.execute<{ id: string; side: Side }[]>(sql, [
      ...sides.flatMap((side) => side.values),
      size,
    ]);
    const fills = await this.loadFills(rows.map(({ id, side }) => ({ id: Number(id), side })));
    return isNewestFirst ? fills.reverse() : fills;
  }

  /** These sides of trades with all fields of a fill, in the order of the ids. */
  private async loadFills(tradeSides: readonly Readonly<{ id: number; side: Side }>[]): Promise<Fill[]> {
    const tradeIds = tradeSides.map(({ id }) => id);
    const found = await this.em.find(Trade, { id: { $in: tradeIds } }, UNTRACKED);
    const trades = new Map(found.map((trade) => [trade.id, trade]));
    const tradesWithSides = tradeSides.flatMap(({ id, side }) => {
      const trade = trades.get(id);
      return trade === undefined ? [] : [{ trade, side, ...getOrderAndAccount(trade, side) }];
    });
    const findInstrument = await this.scales.loadFacts(tradesWithSides.map(({ trade }) => trade.instrumentId));
    const orders = await this.em.find(
      Order,
      { id: { $in: tradesWithSides.map(({ orderId }) => orderId) } },
      { ...UNTRACKED, fields: ['id', 'clientOrderId'] },
    );
    const clientOrderIds = new Map(orders.map(({ id, clientOrderId }) => [id, clientOrderId]));
    // An account trades in its own currency only, which never changes.
    const accounts = await this.em.find(
      Account,
      { id: { $in: tradesWithSides.map(({ acctId }) => acctId) } },
      { ...UNTRACKED, fields: ['id', 'currency'] },
    );
    const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
    const fills = tradesWithSides.map(({ trade, side, orderId, acctId }) => ({
      trade,
      side,
      clientOrderId: clientOrderIds.get(orderId) ?? null,
      currency: currencies.get(acctId) ?? '',
      ...findInstrument(trade.instrumentId),
    }));
    return fills.sort((one, other) => toFillId(one.trade.id, one.side) - toFillId(other.trade.id, other.side));
  }
}
