import { type EntityClass, MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { createConnectionConfig, connect, disconnect, KEYED_PLAN_SETTINGS } from '../../database/connection.js';
import { TableCatalog } from '../../database/entity-statements.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { ProductEntity } from '../../instruments/products/product.entity.js';
import { ProductGroupEntity } from '../../instruments/groups/product-group.entity.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { ProjectionStatement } from '../projection/projection-statement.js';
import { DIGEST_BYTES } from '../recovery/known-ids.js';
import { readStoredBooks } from '../recovery/recovery.service.js';
import type { ReferenceData } from '../sessions/unknown-terms.js';
import { resolveLedgerTables } from '../writing/ledger-tables.js';
import {
  type ClientOrderAddress,
  type EarlierOrder,
  type StoredBooks,
  type Places,
  type TablesSession,
  ExchangeStore,
} from './exchange-store.js';
import { PostgresWriterSession } from './writer-session.service.js';
import type { CommittedBatch } from '../projection/committed-batch.js';

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

const STATEMENT_MS = 20_000;
const LOOK_MS = 2_000;
const PLACES = `
  select writer.command journal, state.command tables
  from exchange_writer writer, exchange_state state where writer.id = 1 and state.id = 1`;

/** The tables in a connection of its own. Its commits do not wait for the disk: after a crash, recovery writes the rows again from the journal. */
class PostgresTablesSession implements TablesSession {
  private constructor(
    private readonly client: pg.Client,
    private readonly statement: ProjectionStatement,
  ) {}

  static async open(config: pg.ClientConfig, statement: ProjectionStatement): Promise<PostgresTablesSession> {
    const client = await connect(config);
    try {
      await client.query(
        `set statement_timeout = ${STATEMENT_MS}; set synchronous_commit = off; ${KEYED_PLAN_SETTINGS}`,
      );
      return new PostgresTablesSession(client, statement);
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  async readPlaces(): Promise<Places> {
    const { rows } = await this.client.query<Record<keyof Places, string>>({
      text: PLACES,
      query_timeout: LOOK_MS,
    } as pg.QueryConfig);
    return { journal: Number(rows[0]?.journal), tables: Number(rows[0]?.tables) };
  }

  async write({ advance, rows }: CommittedBatch): Promise<void> {
    await this.client.query({
      ...this.statement.toQuery(advance, rows),
      query_timeout: STATEMENT_MS,
    } as pg.QueryConfig);
  }

  close(): Promise<void> {
    return disconnect(this.client);
  }
}

@Injectable()
export class PostgresStoreService extends ExchangeStore {
  readonly projectedTables: readonly string[];
  private readonly catalog: TableCatalog;
  private readonly statement: ProjectionStatement;
  private readonly stampStatement: string;

  constructor(private readonly orm: MikroORM) {
    super();
    this.catalog = new TableCatalog(orm);
    this.statement = new ProjectionStatement(resolveLedgerTables(this.catalog));
    this.projectedTables = this.statement.tables;
    this.stampStatement = createStampStatement(orm);
  }

  async takeOver(): Promise<PostgresWriterSession> {
    return PostgresWriterSession.take(await this.getPool(), this.statement);
  }

  async isResponding(): Promise<boolean> {
    const pool = await this.getPool();
    return pool.query('select 1').then(
      () => true,
      () => false,
    );
  }

  readAtOneMoment<Result>(read: (stored: StoredBooks) => Promise<Result>): Promise<Result> {
    return readStoredBooks(this.url, this.catalog, read);
  }

  openTables(): Promise<PostgresTablesSession> {
    return PostgresTablesSession.open(createConnectionConfig(this.url, 'exchange projection'), this.statement);
  }

  async findOrders(addresses: readonly ClientOrderAddress[]): Promise<readonly (EarlierOrder | null)[]> {
    const numbered = addresses.map((address, n) => ({ n, ...address }));
    // Of the pool itself: what the tables do not have yet is in the engine's memory, and nothing need be waited for.
    const pool = await this.getPool();
    const { rows } = await pool.query<Record<'n' | 'actionId' | 'orderId' | 'fingerprint', string>>(FIND, [
      JSON.stringify(numbered),
    ]);
    const found: (EarlierOrder | null)[] = addresses.map(() => null);
    for (const { n, actionId, orderId, fingerprint } of rows)
      found[Number(n)] = { actionId: Number(actionId), orderId: Number(orderId), fingerprint: Number(fingerprint) };
    return found;
  }

  async countOrders(): Promise<number> {
    const state = await this.orm.em.fork().findOne(ExchangeState, { id: 1 }, { fields: ['order'] });
    return state?.order ?? 0;
  }

  async readPlace(): Promise<number> {
    const state = await this.orm.em.fork().findOneOrFail(ExchangeState, { id: 1 }, { fields: ['command'] });
    return state.command;
  }

  async readClientOrders(
    { acctId, clientOrderId }: ClientOrderAddress,
    limit: number,
  ): Promise<Readonly<{ last: ClientOrderAddress; digests: Buffer }> | null> {
    const [next] = await this.orm.em
      .getConnection()
      .execute<{ acctId: string; clientOrderId: string; digests: string }[]>(NEXT, [acctId, clientOrderId, limit]);
    return next === undefined
      ? null
      : {
          last: { acctId: Number(next.acctId), clientOrderId: next.clientOrderId },
          digests: Buffer.from(next.digests, 'hex'),
        };
  }

  async readReferenceData(known: string | null): Promise<Readonly<{ stamp: string; data: ReferenceData }> | null> {
    const em = this.orm.em.fork();
    // Read before the data: a change in between is new the next time.
    const [read] = await em.execute<{ stamp: string }[]>(this.stampStatement);
    const stamp = read?.stamp ?? '';
    if (stamp === known) return null;
    const [groups, products, instruments] = await Promise.all([
      em.findAll(ProductGroupEntity),
      em.findAll(ProductEntity),
      em.findAll(InstrumentEntity, { orderBy: { id: 'asc' } }),
    ]);
    return { stamp, data: { groups, products, instruments } };
  }

  private getPool() {
    return this.orm.em.getConnection().getNativeClient();
  }

  private get url(): string {
    return this.orm.config.get('clientUrl');
  }
}

/** The stamp changes with every change of the data that the session clock depends on. */
function createStampStatement(orm: MikroORM): string {
  const entities: EntityClass[] = [ProductGroupEntity, ProductEntity, InstrumentEntity];
  const tables = entities.map((entity) => orm.getMetadata().get(entity).tableName);
  const stamps = tables.map(
    (table) => `(select concat_ws(' ', count(*), max(id), sum(version), max(updated_at)) from ${table})`,
  );
  return `select concat_ws('; ', ${stamps.join(', ')}) as stamp`;
}
