import { hash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { DIGEST_BYTES, KnownIds } from './known-ids.js';

/** The stored order of a client order id: the first action and its fingerprint. */
export type EarlierOrder = Readonly<{ actionId: number; orderId: number; fingerprint: number }>;

type ClientOrderAddress = Readonly<{ acctId: number; clientOrderId: string }>;

const FIND = `
  select asked.n, o.action_id "actionId", o.id "orderId", o.fingerprint
  from json_to_recordset($1) as asked (n integer, "acctId" bigint, "clientOrderId" text)
  join orders o on o.acct_id = asked."acctId" and o.client_order_id = asked."clientOrderId"
  where o.client_order_id is not null`;

/**
 * The next ids in the order of the index. Each query is short and sees the current rows; additional ones do no harm.
 */
const NEXT = `
  with next as materialized (
    select acct_id, client_order_id from orders
    where client_order_id is not null and (acct_id, client_order_id) > (?, ?)
    order by acct_id, client_order_id limit ?
  ), last as (select acct_id, client_order_id from next order by acct_id desc, client_order_id desc limit 1)
  select acct_id "acctId", client_order_id "clientOrderId",
    (select encode(string_agg(substr(sha256(convert_to(acct_id || ' ' || client_order_id, 'UTF8')), 1, ${DIGEST_BYTES}), ''), 'hex') from next) digests
  from last`;

const IDS_AT_ONCE = 20_000;

/**
 * Finds orders by client order id for the engine, which remembers only those since it was built. Nearly every id is
 * new, so queries are avoided: after each load all stored ids are read in the background into a filter; until that is
 * done, every lookup queries the tables.
 */
@Injectable()
export class EarlierOrdersService {
  private readonly log = new Logger(EarlierOrdersService.name);
  private known: KnownIds | null = null;
  /** The number of loads; an earlier background read stops. */
  private beginnings = 0;
  private learning: Promise<void> = Promise.resolve();
  private readonly questions = new StatementBatcher<ClientOrderAddress, EarlierOrder | null>((requested) =>
    this.ask(requested),
  );

  constructor(private readonly em: EntityManager) {}

  /** The engine was built again: from now on it remembers new ids, and none from before. */
  begin(): void {
    this.known = null;
    const beginning = ++this.beginnings;
    const isContinuing = (): boolean => beginning === this.beginnings;
    this.learning = this.loadIds(isContinuing).then(
      (known) => {
        if (isContinuing()) this.known = known;
      },
      (error: unknown) =>
        this.log.warn(`Which client order ids there are could not be learnt; each is looked up. ${String(error)}`),
    );
  }

  /** Stops the background read. */
  end(): Promise<void> {
    this.beginnings++;
    return this.learning;
  }

  /** Resolves when all stored ids are loaded, or cannot be. */
  async whenLoaded(): Promise<void> {
    await this.learning;
  }

  find(acctId: number, clientOrderId: string): Promise<EarlierOrder | null> {
    return this.mayKnow(acctId, clientOrderId) ? this.questions.add({ acctId, clientOrderId }) : Promise.resolve(null);
  }

  /** Whether the tables must be queried. */
  mayKnow(acctId: number, clientOrderId: string): boolean {
    return this.known === null || this.known.mayHave(hash('sha256', `${acctId} ${clientOrderId}`, 'buffer'));
  }

  private async ask(requested: readonly ClientOrderAddress[]): Promise<readonly (EarlierOrder | null)[]> {
    const numbered = requested.map((address, n) => ({ n, ...address }));
    // Of the pool itself: what the tables do not have yet is in the engine's memory, and nothing need be waited for.
    const pool = await this.em.getConnection().getNativeClient();
    const { rows } = await pool.query<Record<'n' | 'actionId' | 'orderId' | 'fingerprint', string>>(FIND, [
      JSON.stringify(numbered),
    ]);
    const answers: (EarlierOrder | null)[] = requested.map(() => null);
    for (const { n, actionId, orderId, fingerprint } of rows)
      answers[Number(n)] = { actionId: Number(actionId), orderId: Number(orderId), fingerprint: Number(fingerprint) };
    return answers;
  }

  private async loadIds(isContinuing: () => boolean): Promise<KnownIds> {
    const state = await this.em.fork().findOne(ExchangeState, { id: 1 }, { fields: ['order'] });
    const known = new KnownIds(state?.order ?? 0);
    let after: ClientOrderAddress = { acctId: 0, clientOrderId: '' };
    while (isContinuing()) {
      const [next] = await this.em
        .getConnection()
        .execute<{ acctId: string; clientOrderId: string; digests: string }[]>(NEXT, [
          after.acctId,
          after.clientOrderId,
          IDS_AT_ONCE,
        ]);
      if (next === undefined) break;
      known.add(Buffer.from(next.digests, 'hex'));
      after = { acctId: Number(next.acctId), clientOrderId: next.clientOrderId };
    }
    return known;
  }
}
