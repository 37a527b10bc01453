import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AccountAccess } from '../accounts/account-access.service.js';
import { commandFrom } from '../exchange/command-text.js';
import type { OrderAction } from '../engine/command.js';
import { JournalEntry } from '../exchange/ledger/journal-entry.entity.js';
import { Order } from '../exchange/ledger/order.entity.js';
import { InstrumentsService } from '../instruments/instruments.service.js';
import type { ActionFilter } from './order-questions.js';
import { UNKNOWN_ACCOUNT, UNKNOWN_ORDER } from './order-refusals.js';
import type { TrailEntry } from './trail-entry.js';

/** Somebody who does not even see the account tried to trade it: that is their own affair. */
const ATTEMPTS = ['not_permitted', 'account_disabled'];

/** Each account, and each caller, by the index that is made for them: of each no more than the page may have. */
const visible = (order: 'asc' | 'desc'): string => `
  select action_id::float8 as id from (
    select j.action_id from unnest(?::bigint[]) as a (acct) cross join lateral (
      select action_id from journal where acct_id = a.acct and action_id > ? and action_id < ? and (?::bigint is null or order_id = ?)
        and (order_id is not null or refusal_code is null or refusal_code <> all (?)) and at >= ? and at < ? order by action_id ${order} limit ?) j
    union
    (select action_id from journal where user_id = ? and order_id is null and action_id > ? and action_id < ? and ?::bigint is null and (?::bigint is null or acct_id = ?) and at >= ? and at < ?
      order by action_id ${order} limit ?)
  ) visible order by action_id ${order} limit ?`;

/** Every order action that was given, by whom, and what came of it. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccess,
    private readonly instruments: InstrumentsService,
  ) {}

  /** What was done on accounts that the caller may look at, and what the caller gave that came to no account of theirs. */
  async list(actor: Actor, filter: ActionFilter): Promise<TrailEntry[]> {
    const readable = await this.access.readableBy(actor);
    const entries = await this.withInstruments(actor, await this.found(actor, readable, filter));
    return readable === 'all'
      ? entries
      : entries.map((entry) =>
          entry.acctId === null || readable.includes(entry.acctId) ? entry : { ...entry, acctId: null },
        );
  }

  private async found(
    actor: Actor,
    readable: readonly number[] | 'all',
    { size, after, before, isNewestFirst, acctId, orderId, from, to }: ActionFilter,
  ): Promise<TrailEntry[]> {
    const page = {
      size,
      after,
      before,
      order: isNewestFirst ? ('desc' as const) : ('asc' as const),
      acctId: acctId ?? null,
      orderId: orderId ?? null,
      from: from ?? BEGINNING,
      to: to ?? END,
    };
    if (readable !== 'all') return this.asSeenBy(new Set(readable), await this.visibleTo(actor, readable, page));
    const conditions: FilterQuery<JournalEntry>[] = [
      { actionId: { $gt: after, $lt: before } },
      { at: { $gte: page.from, $lt: page.to } },
    ];
    if (acctId !== undefined) conditions.push({ acctId });
    if (orderId !== undefined) conditions.push({ orderId });
    return (
      await this.em.find(JournalEntry, { $and: conditions }, { orderBy: { actionId: page.order }, limit: size })
    ).map(entryOf);
  }

  /** In what the orders trade that were made or meant, by their numbers: of a change, the request does not say it. */
  async tradedIn(actor: Actor, entries: readonly TrailEntry[]): Promise<Map<number, number>> {
    const ids = entries.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
    const [readable, orders] = [
      await this.access.readableBy(actor),
      ids.length === 0
        ? []
        : await this.em.find(Order, { id: { $in: ids } }, { fields: ['id', 'acctId', 'instrumentId'] }),
    ];
    return new Map(
      orders
        .filter(({ acctId }) => readable === 'all' || readable.includes(acctId))
        .map(({ id, instrumentId }) => [id, instrumentId]),
    );
  }

  private async withInstruments(actor: Actor, entries: readonly TrailEntry[]): Promise<TrailEntry[]> {
    const traded = await this.tradedIn(actor, entries);
    const idOf = ({ action, orderId }: TrailEntry): number | null =>
      'instrumentId' in action ? action.instrumentId : (traded.get(orderId ?? 0) ?? null);
    const instruments = await this.instruments.named(actor, [
      ...new Set(entries.flatMap((entry) => idOf(entry) ?? [])),
    ]);
    const symbols = new Map(instruments.map(({ id, symbol }) => [id, symbol]));
    return entries.map((entry) => ({
      ...entry,
      instrumentId: idOf(entry) || null,
      symbol: symbols.get(idOf(entry) ?? 0) ?? null,
    }));
  }

  private async visibleTo(
    actor: Actor,
    readable: readonly number[],
    { size, after, before, order, acctId, orderId, from, to }: Page,
  ): Promise<TrailEntry[]> {
    const time = [from, to].map((at) => new Date(at).toISOString());
    const accounts = acctId === null ? readable : readable.filter((id) => id === acctId);
    const ofAccounts = [
      `{${accounts.join(',')}}`,
      after,
      before,
      orderId,
      orderId,
      `{${ATTEMPTS.join(',')}}`,
      ...time,
      size,
    ];
    const found = await this.em.execute<{ id: number }[]>(visible(order), [
      ...ofAccounts,
      actor.userId,
      after,
      before,
      orderId,
      acctId,
      acctId,
      ...time,
      size,
      size,
    ]);
    return (
      await this.em.find(
        JournalEntry,
        { actionId: { $in: found.map(({ id }) => id) } },
        { orderBy: { actionId: order } },
      )
    ).map(entryOf);
  }

  /** As the answer said it: an account or an order that the caller does not see was not there. */
  private async asSeenBy(readable: ReadonlySet<number>, entries: readonly TrailEntry[]): Promise<TrailEntry[]> {
    const meant = entries.flatMap((entry) =>
      isNotOpen(entry) && 'orderId' in entry.action && entry.action.orderId !== null ? [entry.action.orderId] : [],
    );
    const orders =
      meant.length === 0 ? [] : await this.em.find(Order, { id: { $in: meant } }, { fields: ['id', 'acctId'] });
    const seen = new Set(orders.filter(({ acctId }) => readable.has(acctId)).map(({ id }) => id));
    return entries.map((entry) => {
      const { action, refusal } = entry;
      if (
        refusal &&
        ATTEMPTS.includes(refusal.code) &&
        'acctId' in action &&
        action.acctId !== null &&
        !readable.has(action.acctId)
      )
        return { ...entry, refusal: { ...UNKNOWN_ACCOUNT, figures: null } };
      if (isNotOpen(entry) && 'orderId' in action && action.orderId !== null && !seen.has(action.orderId))
        return { ...entry, refusal: { ...UNKNOWN_ORDER, figures: null } };
      return entry;
    });
  }
}

const isNotOpen = ({ refusal }: TrailEntry): boolean => refusal?.code === 'order_not_open';

type Page = Readonly<{
  size: number;
  after: number;
  before: number;
  order: 'asc' | 'desc';
  acctId: number | null;
  orderId: number | null;
  from: number;
  to: number;
}>;

const BEGINNING = Date.parse('0001-01-01T00:00:00Z');
const END = Date.parse('9999-12-31T23:59:59.999Z');

function entryOf({
  actionId,
  at,
  userId,
  actingUserId,
  clientId,
  type,
  payload,
  orderId,
  acctId,
  refusalCode,
  refusalDetail,
  refusalFigures,
}: JournalEntry): TrailEntry {
  return {
    id: actionId ?? 0,
    receivedAt: at,
    action: commandFrom(type, payload) as OrderAction,
    orderId,
    acctId,
    instrumentId: null,
    symbol: null,
    refusal: refusalCode === null ? null : { code: refusalCode, detail: refusalDetail ?? '', figures: refusalFigures },
    ...{ userId, actingUserId, clientId },
  };
}
