import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import type { Side } from '../engine/side.js';
import { Account } from '../exchange/ledger/account.entity.js';
import { Order } from '../exchange/ledger/order.entity.js';
import { Trade } from '../exchange/ledger/trade.entity.js';
import type { Fill } from './action-outcome.js';
import { fillIdOf, firstTradeFrom, lastTradeBefore } from './fill-id.js';
import type { FillFilter } from './order-questions.js';
import { PriceScales } from '../exchange/ledger/price-scales.service.js';

/** Of each side so many as the page may have; the page is the first of both. */
const fillsOf = (side: Side, conditions: readonly string[], order: string): string =>
  `(select t.id, '${side}' as side from trades t where ${conditions.join(' and ').replaceAll('<side>', side.toLowerCase())} order by t.id ${order} limit ?)`;

const timestamp = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();

const LOOSE = { disableIdentityMap: true } as const;

const legOf = (trade: Trade, side: Side): Readonly<{ orderId: number; acctId: number }> =>
  side === 'Buy'
    ? { orderId: trade.buyOrderId, acctId: trade.buyAcctId }
    : { orderId: trade.sellOrderId, acctId: trade.sellAcctId };

/** What orders got, one row for each side of a trade. */
@Injectable()
export class FillsService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccess,
    private readonly scales: PriceScales,
  ) {}

  async list(actor: Actor, { size, after, before, isNewestFirst, ...asked }: FillFilter): Promise<Fill[]> {
    const readable = await this.access.readableBy(actor);
    // No account is 0: it is the clearing house.
    const conditions = ['t.id > ?', 't.id < ?', 't.<side>_acct_id > 0'];
    const order = isNewestFirst ? 'desc' : 'asc';
    const values: unknown[] = [];
    const ask = (condition: string, value: unknown): void => {
      if (value === undefined) return;
      conditions.push(condition);
      values.push(value);
    };
    ask('t.<side>_acct_id = any(?)', readable === 'all' ? undefined : `{${readable.join(',')}}`);
    ask('t.<side>_acct_id = ?', asked.acctId);
    ask('t.instrument_id = ?', asked.instrumentId);
    ask('t.instrument_id in (select id from instruments where symbol = ?)', asked.symbol?.toUpperCase());
    ask('t.session_date = ?', asked.sessionDate);
    ask('t.at >= ?', timestamp(asked.from));
    ask('t.at < ?', timestamp(asked.to));
    // Trades are not looked up by their orders, but the steps of an order name its trades.
    ask('t.<side>_order_id = ?', asked.orderId);
    ask('t.id in (select trade_id from order_events where order_id = ?)', asked.orderId);
    const sides = (['Buy', 'Sell'] as const).map((side) => ({
      sql: fillsOf(side, conditions, order),
      values: [lastTradeBefore(after, side), firstTradeFrom(before, side), ...values, size],
    }));
    const sql = `${sides.map((side) => side.sql).join(' union all ')} order by id ${order}, side ${order} limit ?`;
    const found = await this.em.execute<{ id: string; side: Side }[]>(sql, [
      ...sides.flatMap((side) => side.values),
      size,
    ]);
    const fills = await this.filled(found.map(({ id, side }) => ({ id: Number(id), side })));
    return isNewestFirst ? fills.reverse() : fills;
  }

  /** These sides of trades with all that a fill says, in the order of the fills. */
  async filled(found: readonly Readonly<{ id: number; side: Side }>[]): Promise<Fill[]> {
    const trades = new Map(
      (await this.em.find(Trade, { id: { $in: found.map(({ id }) => id) } }, LOOSE)).map((trade) => [trade.id, trade]),
    );
    const legs = found.flatMap(({ id, side }) => {
      const trade = trades.get(id);
      return trade === undefined ? [] : [{ trade, side, ...legOf(trade, side) }];
    });
    const factsOf = await this.scales.factsOf(legs.map(({ trade }) => trade.instrumentId));
    const names = new Map(
      (
        await this.em.find(
          Order,
          { id: { $in: legs.map(({ orderId }) => orderId) } },
          { ...LOOSE, fields: ['id', 'clientOrderId'] },
        )
      ).map(({ id, clientOrderId }) => [id, clientOrderId]),
    );
    // An account trades in its own currency only, and keeps it.
    const currencies = new Map(
      (
        await this.em.find(
          Account,
          { id: { $in: legs.map(({ acctId }) => acctId) } },
          { ...LOOSE, fields: ['id', 'currency'] },
        )
      ).map(({ id, currency }) => [id, currency]),
    );
    const fills = legs.map(({ trade, side, orderId, acctId }) => ({
      trade,
      side,
      clientOrderId: names.get(orderId) ?? null,
      currency: currencies.get(acctId) ?? '',
      ...factsOf(trade.instrumentId),
    }));
    return fills.sort((one, other) => fillIdOf(one.trade.id, one.side) - fillIdOf(other.trade.id, other.side));
  }
}
