import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';
import { Order } from '../../exchange/ledger/order.entity.js';
import { UsersService } from '../../users/users.service.js';
import { InstrumentsService } from '../../instruments/instruments.service.js';
import type { OrderActionFilter } from '../lists/order-paging.js';
import { UNKNOWN_ACCOUNT_REJECTION, UNKNOWN_ORDER_REJECTION } from '../order-errors.js';
import { type OrderActionRecord, toOrderActionRecord } from './order-action-record.js';

/** One index scan per account and per user, each with at most a page of rows. */
const visibleActionsSql = (order: 'asc' | 'desc'): string => `
  select action_id::float8 as id from (
    select j.action_id from unnest(?::bigint[]) as a (acct) cross join lateral (
      select action_id from journal where acct_id = a.acct and action_id > ? and action_id < ? and (?::bigint is null or order_id = ?)
        and (order_id is not null or refusal_code is null or refusal_code <> all (?)) and at >= ? and at < ? order by action_id ${order} limit ?) j
    union
    select j.action_id from unnest(?::bigint[]) as u (id) cross join lateral (
      select action_id from journal where user_id = u.id and order_id is null and action_id > ? and action_id < ? and ?::bigint is null
        and (?::bigint is null or acct_id = ?) and at >= ? and at < ? order by action_id ${order} limit ?) j
  ) visible order by action_id ${order} limit ?`;

/**
 * The mass cancellation that ended an order, by itself or by a portion, within the range of a page. The last step of the order has the number of
 * its command, so each row is found by its key.
 */
const MASS_CANCELLATION_SQL = `
  select a.action_id::float8 as id, o.acct_id::float8 as acct from orders o
  join order_events e on e.order_id = o.id and e.revision = o.revision and e.type = 'OrderCancelled'
  join journal c on c.seq = e.seq
  join journal a on a.seq = case c.type when 'ContinueCommand' then (c.payload->>'commandSeq')::bigint else c.seq end and a.type = 'MassCancellation'
  where o.id = ? and a.action_id > ? and a.action_id < ? and a.at >= ? and a.at < ?`;

const TIME_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIME_MAX = Date.parse('9999-12-31T23:59:59.999Z');

const toTimeRange = ({ from, to }: Readonly<Record<'from' | 'to', number>>): string[] =>
  [from, to].map((at) => new Date(at).toISOString());

/** An attempt to trade an invisible account does not concern the account's owner. */
const ACCOUNT_ACCESS_CODES = ['not_permitted', 'account_disabled'];

/** Lists order actions with their users and results. */
@Injectable()
export class OrderActionHistoryService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
    private readonly accounts: AccountsService,
    private readonly users: UsersService,
    private readonly instruments: InstrumentsService,
  ) {}

  /** Actions on accounts that the caller may view, and the caller's own actions without such an account. */
  async list(actor: Actor, filter: OrderActionFilter): Promise<OrderActionRecord[]> {
    const readableAccountIds = await this.access.findReadableAccounts(actor);
    const records = await this.addInstruments(actor, await this.findRecords(actor, readableAccountIds, filter));
    return readableAccountIds === 'all'
      ? records
      : records.map((record) =>
          record.acctId === null || readableAccountIds.includes(record.acctId) ? record : { ...record, acctId: null },
        );
  }

  private async findRecords(
    actor: Actor,
    readableAccountIds: readonly number[] | 'all',
    {
      isNewestFirst,
      acctId,
      orderId,
      from = TIME_MIN,
      to = TIME_MAX,
      leftOut = new Set(),
      ...range
    }: OrderActionFilter,
  ): Promise<OrderActionRecord[]> {
    const page: RecordPage = {
      ...range,
      order: isNewestFirst ? 'desc' : 'asc',
      acctId: acctId ?? null,
      orderId: orderId ?? null,
      ...{ from, to, leftOut },
    };
    const named = await this.findNamedRecords(actor, readableAccountIds, page);
    const cancellation =
      orderId === undefined ? null : await this.findMassCancellation(orderId, readableAccountIds, page);
    if (cancellation === null) return named;
    const direction = isNewestFirst ? -1 : 1;
    return [...named, cancellation].sort((one, other) => direction * (one.id - other.id)).slice(0, page.size);
  }

  private async findMassCancellation(
    orderId: number,
    readableAccountIds: readonly number[] | 'all',
    { acctId, after, before, from, to }: RecordPage,
  ): Promise<OrderActionRecord | null> {
    const values = [orderId, after, before, ...toTimeRange({ from, to })];
    const [found] = await this.em.execute<{ id: number; acct: number }[]>(MASS_CANCELLATION_SQL, values);
    const isVisible =
      found !== undefined &&
      (readableAccountIds === 'all' || readableAccountIds.includes(found.acct)) &&
      (acctId ?? found.acct) === found.acct;
    return isVisible ? toOrderActionRecord(await this.em.findOneOrFail(JournalEntry, { actionId: found.id })) : null;
  }

  /** The actions that name the account and the order. */
  private async findNamedRecords(
    actor: Actor,
    readableAccountIds: readonly number[] | 'all',
    page: RecordPage,
  ): Promise<OrderActionRecord[]> {
    const accounts = await this.accounts.findReadableWithout(actor, page.leftOut, undefined);
    if (accounts === 'all') return this.findAnyRecords(page);
    if (readableAccountIds === 'all') {
      const users = await this.users.findIdsWithout(page.leftOut);
      return this.findListedRecords({ accounts, users, hiddenCodes: [] }, page);
    }
    const listed = { accounts, users: [actor.userId], hiddenCodes: ACCOUNT_ACCESS_CODES };
    return this.maskRejections(new Set(readableAccountIds), await this.findListedRecords(listed, page));
  }

  private async findAnyRecords({
    size,
    after,
    before,
    order,
    acctId,
    orderId,
    from,
    to,
  }: RecordPage): Promise<OrderActionRecord[]> {
    const conditions: FilterQuery<JournalEntry>[] = [
      { actionId: { $gt: after, $lt: before } },
      { at: { $gte: from, $lt: to } },
    ];
    if (acctId !== null) conditions.push({ acctId });
    if (orderId !== null) conditions.push({ orderId });
    const options = { orderBy: { actionId: order }, limit: size };
    return (await this.em.find(JournalEntry, { $and: conditions }, options)).map(toOrderActionRecord);
  }

  /** The instruments of the orders, by id: a modification request does not name them. */
  async findTradedInstruments(actor: Actor, entries: readonly OrderActionRecord[]): Promise<Map<number, number>> {
    const ids = entries.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
    const [readableAccountIds, orders] = [
      await this.access.findReadableAccounts(actor),
      ids.length === 0
        ? []
        : await this.em.find(Order, { id: { $in: ids } }, { fields: ['id', 'acctId', 'instrumentId'] }),
    ];
    return new Map(
      orders
        .filter(({ acctId }) => readableAccountIds === 'all' || readableAccountIds.includes(acctId))
        .map(({ id, instrumentId }) => [id, instrumentId]),
    );
  }

  private async addInstruments(actor: Actor, entries: readonly OrderActionRecord[]): Promise<OrderActionRecord[]> {
    const instrumentByOrder = await this.findTradedInstruments(actor, entries);
    const getInstrumentId = ({ action, orderId }: OrderActionRecord): number | null =>
      'instrumentId' in action ? action.instrumentId : (instrumentByOrder.get(orderId ?? 0) ?? null);
    const instruments = await this.instruments.findByIds(actor, [
      ...new Set(entries.flatMap((entry) => getInstrumentId(entry) ?? [])),
    ]);
    const symbols = new Map(instruments.map(({ id, symbol }) => [id, symbol]));
    return entries.map((entry) => ({
      ...entry,
      instrumentId: getInstrumentId(entry) || null,
      symbol: symbols.get(getInstrumentId(entry) ?? 0) ?? null,
    }));
  }

  private async findListedRecords(
    { accounts: listed, users, hiddenCodes }: ListedActions,
    { size, after, before, order, acctId, orderId, from, to }: RecordPage,
  ): Promise<OrderActionRecord[]> {
    const time = toTimeRange({ from, to });
    const accounts = acctId === null ? listed : listed.filter((id) => id === acctId);
    const rows = await this.em.execute<{ id: number }[]>(visibleActionsSql(order), [
      ...[`{${accounts.join(',')}}`, after, before, orderId, orderId, `{${hiddenCodes.join(',')}}`, ...time, size],
      ...[`{${users.join(',')}}`, after, before, orderId, acctId, acctId, ...time, size],
      size,
    ]);
    const ids = rows.map(({ id }) => id);
    const entries = await this.em.find(JournalEntry, { actionId: { $in: ids } }, { orderBy: { actionId: order } });
    return entries.map(toOrderActionRecord);
  }

  /** As in the response: invisible accounts and orders did not exist. */
  private async maskRejections(
    readableAccountIds: ReadonlySet<number>,
    entries: readonly OrderActionRecord[],
  ): Promise<OrderActionRecord[]> {
    const orderIds = entries.flatMap((entry) =>
      isOrderNotOpen(entry) && 'orderId' in entry.action && entry.action.orderId !== null ? [entry.action.orderId] : [],
    );
    const orders =
      orderIds.length === 0 ? [] : await this.em.find(Order, { id: { $in: orderIds } }, { fields: ['id', 'acctId'] });
    const visibleOrderIds = new Set(orders.filter(({ acctId }) => readableAccountIds.has(acctId)).map(({ id }) => id));
    return entries.map((entry) => {
      const { action, rejection } = entry;
      if (
        rejection &&
        ACCOUNT_ACCESS_CODES.includes(rejection.code) &&
        'acctId' in action &&
        action.acctId !== null &&
        !readableAccountIds.has(action.acctId)
      )
        return { ...entry, rejection: { ...UNKNOWN_ACCOUNT_REJECTION, figures: null } };
      if (
        isOrderNotOpen(entry) &&
        'orderId' in action &&
        action.orderId !== null &&
        !visibleOrderIds.has(action.orderId)
      )
        return { ...entry, rejection: { ...UNKNOWN_ORDER_REJECTION, figures: null } };
      return entry;
    });
  }
}

const isOrderNotOpen = ({ rejection }: OrderActionRecord): boolean => rejection?.code === 'order_not_open';

type RecordPage = Readonly<{
  size: number;
  after: number;
  before: number;
  order: 'asc' | 'desc';
  acctId: number | null;
  orderId: number | null;
  from: number;
  to: number;
  leftOut: ReadonlySet<number>;
}>;

/** Actions on these accounts, without those that failed for these reasons, and actions of these users without an order. */
type ListedActions = Readonly<{
  accounts: readonly number[];
  users: readonly number[];
  hiddenCodes: readonly string[];
}>;
