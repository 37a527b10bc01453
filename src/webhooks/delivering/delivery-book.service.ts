import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Delivery } from '../delivery.entity.js';
import { Webhook } from '../webhook.entity.js';
import type { DeliveryOutcome, DeliveryVerdict } from '../sending/verdict.js';
import { TEST_QUEUE } from '../webhook-events.js';
import { WAITING_MAX } from '../webhook-limits.js';

/** A delivery as it is sent. */
export type WaitingDelivery = Readonly<{
  id: number;
  eventId: string;
  type: string;
  body: string;
  tries: number;
  nextAttemptAt: number | null;
}>;

/** A delivery with the URL to which it was sent. A test is sent once. */
type AttemptedDelivery = Readonly<{
  delivery: Pick<WaitingDelivery, 'id' | 'tries'>;
  webhook: Pick<Webhook, 'url'>;
  isTest: boolean;
}>;

/** A delivery before it is stored. */
export type DraftDelivery = Readonly<{ acctId: number; eventId: string; type: string; body: string }>;

/** Filters: since a time, of these types (null is all), and of accounts in each of the lists. */
type FailedDeliveryFilter = Readonly<{
  since: Date;
  types: readonly string[] | null;
  acctIds: readonly (readonly number[] | 'all')[];
}>;

const SEQUENCE = `nextval(pg_get_serial_sequence('webhook_deliveries', 'id'))`;

/** In the given order: `position` is the id, until a delivery is replayed. */
const INSERT = `
  insert into webhook_deliveries (id, webhook_id, acct_id, position, event_id, type, body, status, attempts, tries, created_at)
  select number, ?, acct_id, number, event_id, type, body, 'Pending', 0, 0, clock_timestamp()
  from (select ${SEQUENCE} as number, given.* from (
    select (row->>'acctId')::bigint acct_id, row->>'eventId' event_id, row->>'type' type, row->>'body' body
    from json_array_elements(?::json) with ordinality as listed (row, n) order by n
  ) given) numbered
  on conflict (webhook_id, event_id) do nothing returning id`;

const IS_OUTDATED = '(verdict.may_be_outdated and (w.url <> verdict.url or d.tries <> verdict.tries))';

/**
 * An attempt and its consequences are written in one statement: a crash leaves both or neither, and then the delivery
 * is sent again. A failure is outdated if the owner has changed the webhook meanwhile, which made its deliveries due: then
 * the delivery stays due.
 */
const NOTE = `
  with attempt as (
    insert into webhook_attempts (delivery_id, number, at, status_code, error, milliseconds, answer)
    select id, attempts + 1, ?, ?, ?, ?, ? from webhook_deliveries where id = ? and status = 'Pending'
  )
  update webhook_deliveries d set attempts = d.attempts + 1, tries = case when ${IS_OUTDATED} then 0 else d.tries + 1 end,
    status = case when ${IS_OUTDATED} then 'Pending' else verdict.status end,
    next_attempt_at = case when ${IS_OUTDATED} then null else verdict.next_attempt_at end,
    finished_at = case when ${IS_OUTDATED} then null else verdict.finished_at end
  from webhooks w, (values (?::text, ?::timestamptz, ?::timestamptz, ?::boolean, ?::text, ?::int))
    verdict (status, next_attempt_at, finished_at, may_be_outdated, url, tries)
  where d.id = ? and d.status = 'Pending' and w.id = d.webhook_id
  returning d.tries = 0 "isOutdated"`;

const REPLAY = `
  update webhook_deliveries d set status = 'Pending', tries = 0, next_attempt_at = null, finished_at = null, position = numbered.number
  from (select id, ${SEQUENCE} as number from (select id from webhook_deliveries where %s order by position limit ?) chosen) numbered
  where d.id = numbered.id and d.status <> 'Pending' returning d.acct_id "acctId"`;

/** Stores deliveries and their results. */
@Injectable()
export class DeliveryBookService {
  constructor(private readonly em: EntityManager) {}

  /**
   * Inserts deliveries and moves the webhook's position; returns their number. Writes nothing if another process has
   * moved the position.
   */
  async write(
    webhook: Readonly<{ id: number; place: string }>,
    deliveries: readonly DraftDelivery[],
    place: string,
  ): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const { id, place: before } = webhook;
      const isMoved = (await em.nativeUpdate(Webhook, { id, place: before }, { place })) > 0;
      if (isMoved && deliveries.length > 0) await em.execute(INSERT, [webhook.id, JSON.stringify(deliveries)]);
      return isMoved;
    });
  }

  /**
   * Adds a delivery without an event, or returns the one that exists. Null if the webhook was removed; it cannot be
   * removed meanwhile. The lock for that is weaker than those of MikroORM: the webhook's position may move.
   */
  async add(webhookId: number, delivery: DraftDelivery): Promise<number | null> {
    return this.em.fork().transactional(async (em) => {
      const held = await em.execute<unknown[]>('select from webhooks where id = ? for key share', [webhookId]);
      if (held.length === 0) return null;
      await em.execute(INSERT, [webhookId, JSON.stringify([delivery])]);
      const stored = await em.findOne(Delivery, { webhookId, eventId: delivery.eventId }, { fields: ['id'] });
      return stored?.id ?? null;
    });
  }

  /** Within the transaction of what they report. */
  async addWithin(em: EntityManager, webhookId: number, deliveries: readonly DraftDelivery[]): Promise<void> {
    await em.execute(INSERT, [webhookId, JSON.stringify(deliveries)]);
  }

  /** Whether as many deliveries are waiting as may wait. Reads one row, however many there are. */
  async isFull(webhookId: number): Promise<boolean> {
    const last = { fields: ['id'], offset: WAITING_MAX - 1, limit: 1 } as const;
    return (await this.em.fork().find(Delivery, { webhookId, status: 'Pending' }, last)).length > 0;
  }

  async countTests(webhookId: number): Promise<number> {
    return this.em.fork().count(Delivery, { webhookId, acctId: TEST_QUEUE, status: 'Pending' });
  }

  async findNext(webhookId: number, acctId: number): Promise<WaitingDelivery | null> {
    const next = await this.em
      .fork()
      .findOne(Delivery, { webhookId, acctId, status: 'Pending' }, { orderBy: { position: 'asc' } });
    if (next === null) return null;
    const { id, eventId, type, body, tries, nextAttemptAt } = next;
    return { id, eventId, type, body, tries, nextAttemptAt: nextAttemptAt?.getTime() ?? null };
  }

  /** The accounts with waiting deliveries, of one webhook or of all. */
  async listWaiting(
    webhookId: number | null = null,
  ): Promise<readonly Readonly<{ webhookId: number; acctId: number }>[]> {
    const rows = await this.em
      .fork()
      .execute<{ webhookId: string; acctId: string }[]>(
        `select distinct webhook_id "webhookId", acct_id "acctId" from webhook_deliveries where status = 'Pending' and (?::bigint is null or webhook_id = ?)`,
        [webhookId, webhookId],
      );
    return rows.map(({ webhookId: id, acctId }) => ({ webhookId: Number(id), acctId: Number(acctId) }));
  }

  /** `attempted` is what was sent where. Returns whether the outcome is outdated. */
  async recordOutcome(
    attempted: AttemptedDelivery,
    { at, status, error, milliseconds, answer }: DeliveryOutcome & Readonly<{ at: number }>,
    verdict: DeliveryVerdict,
  ): Promise<boolean> {
    const { delivery, webhook, isTest } = attempted;
    const finishedAt = verdict.status === 'Pending' ? null : new Date();
    const nextAt = verdict.nextAttemptAt === null ? null : new Date(verdict.nextAttemptAt);
    const mayBeOutdated = error !== null && !isTest;
    const [recorded] = await this.em
      .fork()
      .execute<{ isOutdated: boolean }[]>(NOTE, [
        ...[new Date(at), status, error?.slice(0, 300) ?? null, milliseconds, answer, delivery.id],
        ...[verdict.status, nextAt, finishedAt, mayBeOutdated, webhook.url, delivery.tries, delivery.id],
      ]);
    return recorded?.isOutdated === true;
  }

  /** Stores since when deliveries fail; null after a success. Returns the stored time. */
  async recordFailing(webhookId: number, since: number | null): Promise<Date | null> {
    const em = this.em.fork();
    if (since === null) {
      await em.nativeUpdate(Webhook, { id: webhookId, failingSince: { $ne: null } }, { failingSince: null });
      return null;
    }
    await em.nativeUpdate(Webhook, { id: webhookId, failingSince: null }, { failingSince: new Date(since) });
    return (await em.findOne(Webhook, webhookId, { fields: ['failingSince'] }))?.failingSince ?? null;
  }

  /** Withholds all waiting deliveries of an account, or one. */
  async withhold(webhookId: number, acctId: number, deliveryId: number | null = null): Promise<void> {
    await this.em
      .fork()
      .nativeUpdate(
        Delivery,
        { webhookId, acctId, status: 'Pending', ...(deliveryId !== null && { id: deliveryId }) },
        { status: 'Withheld', nextAttemptAt: null, finishedAt: new Date() },
      );
  }

  /** An owner who has fixed a receiver does not want to wait for the next attempt. */
  async makeDue(webhookId: number): Promise<void> {
    await this.em
      .fork()
      .nativeUpdate(
        Delivery,
        { webhookId, status: 'Pending', $or: [{ nextAttemptAt: { $ne: null } }, { tries: { $gt: 0 } }] },
        { nextAttemptAt: null, tries: 0 },
      );
  }

  /** Sends one again that has arrived or failed, behind what waits. Whether there was one. */
  async replay(webhookId: number, deliveryId: number): Promise<boolean> {
    const replayed = await this.em.execute<unknown[]>(REPLAY.replace('%s', 'webhook_id = ? and id = ?'), [
      webhookId,
      deliveryId,
      1,
    ]);
    return replayed.length > 0;
  }

  /** Sends all again that have failed since a moment, in the order in which they were to arrive. Gives how many. */
  async replayFailed(webhookId: number, { since, types, acctIds }: FailedDeliveryFilter): Promise<number> {
    const toArrayText = (items: readonly (string | number)[] | 'all' | null): string | null =>
      items === null || items === 'all' ? null : `{${items.join(',')}}`;
    const conditions = `webhook_id = ? and status = 'Failed' and created_at >= ? and (acct_id <= 0 or (${[...acctIds.map(() => 'acct_id = any(coalesce(?::bigint[], array[acct_id]))'), 'type = any(coalesce(?::text[], array[type::text]))'].join(' and ')}))`;
    const replayed = await this.em.execute<unknown[]>(REPLAY.replace('%s', conditions), [
      webhookId,
      since,
      ...acctIds.map(toArrayText),
      toArrayText(types),
      WAITING_MAX,
    ]);
    return replayed.length;
  }
}
