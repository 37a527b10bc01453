import { hash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { StatementBatcher } from '../../database/statement-batcher.js';
import { DIGEST_BYTES, KnownIds } from './known-ids.js';

/** What the tables know of a client order id: the action that came with it first, and what it asked for. */
export type EarlierOrder = Readonly<{ actionId: number; orderId: number; fingerprint: number }>;

type ClientOrderAddress = Readonly<{ acctId: number; clientOrderId: string }>;

const FIND = `
  select asked.n, o.action_id "actionId", o.id "orderId", o.fingerprint
  from json_to_recordset(?) as asked (n integer, "acctId" bigint, "clientOrderId" text)
  join orders o on o.acct_id = asked."acctId" and o.client_order_id = asked."clientOrderId"
  where o.client_order_id is not null`;

/** The next ids after one, in the order of their index. Each question is short and sees what is there by then; more than were there at the beginning does no harm. */
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
 * Finds orders by the ids that clients gave them, for the engine, which remembers only those that came since it was built. Nearly
 * every id is new, and the tables need not be asked for what they cannot know: after each beginning all ids that are there are learnt,
 * in the background; until that is done, every question goes to the tables.
 */
@Injectable()
export class EarlierOrdersService {
  private readonly log = new Logger(EarlierOrdersService.name);
  private known: KnownIds | null = null;
  /** How often it has begun: what an earlier beginning still learns is of no use any more. */
  private beginnings = 0;
  private learning: Promise<void> = Promise.resolve();
  private readonly questions = new StatementBatcher<ClientOrderAddress, EarlierOrder | null>((requested) =>
    this.ask(requested),
  );

  constructor(private readonly em: EntityManager) {}

  /** The engine was built anew: from now on it remembers what comes, and nothing before. */
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

  /** Learns nothing more, and asks nothing more on its own. */
  end(): Promise<void> {
    this.beginnings++;
    return this.learning;
  }

  /** Fulfilled when all that were there are known, or cannot be. */
  async whenLoaded(): Promise<void> {
    await this.learning;
  }

  find(acctId: number, clientOrderId: string): Promise<EarlierOrder | null> {
    return this.mayKnow(acctId, clientOrderId) ? this.questions.add({ acctId, clientOrderId }) : Promise.resolve(null);
  }

  /** Whether the tables have to be asked. */
  mayKnow(acctId: number, clientOrderId: string): boolean {
    return this.known === null || this.known.mayHave(hash('sha256', `${acctId} ${clientOrderId}`, 'buffer'));
  }

  private async ask(requested: readonly ClientOrderAddress[]): Promise<readonly (EarlierOrder | null)[]> {
    const numbered = requested.map((address, n) => ({ n, ...address }));
    const rows = await this.em
      .getConnection()
      .execute<Record<'n' | 'actionId' | 'orderId' | 'fingerprint', string>[]>(FIND, [JSON.stringify(numbered)]);
    const answers: (EarlierOrder | null)[] = requested.map(() => null);
    for (const { n, actionId, orderId, fingerprint } of rows)
      answers[Number(n)] = { actionId: Number(actionId), orderId: Number(orderId), fingerprint: Number(fingerprint) };
    return answers;
  }

  private async loadIds(isContinuing: () => boolean): Promise<KnownIds> {
    const [last] = await this.em
      .getConnection()
      .execute<{ orders: string }[]>('select order_number orders from exchange_state');
    const known = new KnownIds(Number(last?.orders ?? 0));
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
