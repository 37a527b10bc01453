/** The store of one simulated process: its connections to the database of the simulation. */
import { createHash } from 'node:crypto';
import type { ProjectedTables } from '../../../src/database/projected-tables.js';
import { ExchangeElsewhereError } from '../../../src/exchange/exchange-errors.js';
import { DIGEST_BYTES } from '../../../src/exchange/recovery/known-ids.js';
import {
  type ClientOrderAddress,
  type EarlierOrder,
  ExchangeStore,
  type StoredBooks,
  type TablesSession,
  type WriterSession,
} from '../../../src/exchange/store/exchange-store.js';
import type { ReferenceData } from '../../../src/exchange/sessions/unknown-terms.js';
import type { Connection } from './connection.js';
import type { MemoryDatabase } from './memory-database.js';
import { REFERENCE_DATA } from './short-sessions.js';

/** The limits of the service's connections. */
const CONNECT_MS = 2_000;
const QUERY_MS = 2_800;
const PATIENCE_MS = 20_000;
const STILL_THERE_MS = 500;

const NO_REFERENCE_DATA: ReferenceData = { groups: [], products: [], instruments: [] };
const STAMP = 'nothing';

export class MemoryStore extends ExchangeStore {
  readonly projectedTables = ['orders', 'trades', 'exchange_state'];
  private readonly connections = new Set<Connection>();
  private isDead = false;

  constructor(
    private readonly database: MemoryDatabase,
    private readonly tables: ProjectedTables,
  ) {
    super();
  }

  /** The process is killed. */
  abandon(): void {
    this.isDead = true;
    for (const connection of this.connections) connection.abandon();
  }

  async takeOver(): Promise<WriterSession> {
    const connection = await this.connect();
    try {
      const { database } = this;
      const ended = await connection.call(PATIENCE_MS, () => database.takeLock(connection.session));
      const epoch = await connection.call(PATIENCE_MS, () => database.drawEpoch());
      return this.createWriterSession(connection, epoch, ended);
    } catch (error) {
      this.disconnect(connection);
      throw error;
    }
  }

  async isResponding(): Promise<boolean> {
    return this.query(() => true).catch(() => false);
  }

  async readAtOneMoment<Result>(read: (stored: StoredBooks) => Promise<Result>): Promise<Result> {
    const connection = await this.connect();
    try {
      const { journal, tables, writer } = this.database;
      const snapshot = await connection.call(Infinity, () => ({
        books: tables.readState(),
        end: { command: writer.command, hash: writer.hash },
        batches: [...journal],
        named: tables.listNamed(),
      }));
      const pass = <Value>(value: Value): Promise<Value> => connection.call(Infinity, () => value);
      return await read({
        readPlace: () => pass(snapshot.books.state.counters.command),
        readState: () => pass(snapshot.books),
        readEnd: () => pass(snapshot.end),
        readHash: (command) => pass(snapshot.batches.find(({ last }) => last === command)?.hash ?? null),
        readBatches: async function* (after) {
          for (const batch of snapshot.batches.filter(({ first }) => first > after)) yield await pass(batch);
        },
        findOrders: (addresses) =>
          pass(
            snapshot.named.filter((one) =>
              addresses.some(
                ({ acctId, clientOrderId }) => acctId === one.acctId && clientOrderId === one.clientOrderId,
              ),
            ),
          ),
      });
    } finally {
      this.disconnect(connection);
    }
  }

  async openTables(): Promise<TablesSession> {
    const connection = await this.connect();
    return {
      readPlaces: () =>
        connection.call(CONNECT_MS, () => ({
          journal: this.database.removed === 'journal' ? 0 : this.database.writer.command,
          tables: this.database.tables.place,
        })),
      write: (portion) => connection.call(PATIENCE_MS, () => this.database.writeTables(portion)),
      close: () => {
        this.disconnect(connection);
        return Promise.resolve();
      },
    };
  }

  findOrders(addresses: readonly ClientOrderAddress[]): Promise<readonly (EarlierOrder | null)[]> {
    const { tables, removed } = this.database;
    return this.query(() => addresses.map((address) => (removed === 'names' ? null : tables.findOrder(address))));
  }

  findResults(key: string): Promise<string | null> {
    return this.query(() => this.database.results.get(key) ?? null);
  }

  async countOrders(): Promise<number> {
    await this.tables.whenReadable('select order_number from exchange_state');
    return this.query(() => this.database.tables.listNamed().length);
  }

  /** All of them at once. */
  async readClientOrders({
    acctId,
  }: ClientOrderAddress): Promise<Readonly<{ last: ClientOrderAddress; digests: Buffer }> | null> {
    if (acctId === Infinity) return null;
    await this.tables.whenReadable('select client_order_id from orders');
    const named = await this.query(() => this.database.tables.listNamed());
    const digests = named.map((one) =>
      createHash('sha256').update(`${one.acctId} ${one.clientOrderId}`).digest().subarray(0, DIGEST_BYTES),
    );
    return { last: { acctId: Infinity, clientOrderId: '' }, digests: Buffer.concat(digests) };
  }

  readReferenceData(known: string | null): Promise<Readonly<{ stamp: string; data: ReferenceData }> | null> {
    const data = this.database.hasCalendars ? REFERENCE_DATA : NO_REFERENCE_DATA;
    return this.query(() => (known === STAMP ? null : { stamp: STAMP, data }));
  }

  /** The last command in the tables, for a reader who has waited for them. */
  readPlace(): Promise<number> {
    return this.query(() => this.database.tables.place);
  }

  private async query<Result>(execute: () => Result): Promise<Result> {
    const connection = await this.connect();
    try {
      return await connection.call(QUERY_MS, execute);
    } finally {
      this.disconnect(connection);
    }
  }

  /** A process that was killed gets no connection and no refusal. */
  private async connect(): Promise<Connection> {
    await new Promise<void>((resolve) => setTimeout(() => (this.isDead ? undefined : resolve()), 1));
    const connection = this.database.openConnection();
    this.connections.add(connection);
    await connection
      .call(CONNECT_MS, () => undefined)
      .catch((error: unknown) => {
        this.disconnect(connection);
        throw error;
      });
    return connection;
  }

  private disconnect(connection: Connection): void {
    this.connections.delete(connection);
    connection.break(0);
  }

  private createWriterSession(connection: Connection, epoch: number, ended: number | null): WriterSession {
    const { database } = this;
    const isWriter = (): boolean => database.removed === 'fence' || database.writer.epoch === epoch;
    return {
      ...{ epoch, ended },
      onEnd: (listener) => (database.removed === 'end' ? undefined : connection.onEnd(listener)),
      renew: () =>
        connection.call(PATIENCE_MS, () => {
          if (!isWriter()) throw new ExchangeElsewhereError();
          database.renewLease();
        }),
      isStillThere: () => connection.call(STILL_THERE_MS, isWriter).catch(() => false),
      probe: () => connection.call(PATIENCE_MS, () => database.requireSpace()),
      write: (batch) => {
        const written = connection.call(PATIENCE_MS, () => database.writeBatch(batch));
        if (database.removed !== 'commit') return written;
        written.catch(() => undefined);
        return Promise.resolve();
      },
      release: () => this.disconnect(connection),
    };
  }
}
