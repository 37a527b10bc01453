/**
 * What the exchange needs of its database: one writer, a journal, and tables that follow it. The rules of when to write, to wait
 * and to load again are elsewhere; here is what one statement or one look into the database does.
 */
import type { State } from '../../engine/state.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import type { CommittedBatch } from '../projection/committed-batch.js';
import type { ReferenceData } from '../sessions/unknown-terms.js';
import type { BatchRows } from '../writing/batch-rows.js';
import type { StateAdvance } from '../writing/state-tables.js';

export type ClientOrderAddress = Readonly<{ acctId: number; clientOrderId: string }>;

/** The stored order of a client order id: the first action and its fingerprint. */
export type EarlierOrder = Readonly<{ actionId: number; orderId: number; fingerprint: number }>;

/** A batch as its row of the journal, with the rows that are written in the same transaction. */
export type BatchToWrite = Readonly<{
  batch: JournalBatch;
  rows: BatchRows;
  state: State;
  advance: StateAdvance;
  /** Whether the rows of the tables are written as well. */
  isWhole: boolean;
}>;

/** The session that holds the lock which excludes a second writer, with the epoch that was drawn with it. */
export type WriterSession = Readonly<{
  epoch: number;
  /** The session of another process that was ended first. */
  ended: number | null;
  /** Called when the connection has ended: another process may take the lock. */
  onEnd(listener: () => void): void;
  /** Throws if another writer has drawn an epoch since. */
  renew(): Promise<void>;
  /** Whether the session responds at once and therefore holds the lock: then no other process can have written. */
  isStillThere(): Promise<boolean>;
  /** Throws if there is no disk space for a batch. */
  probe(): Promise<void>;
  /** Writes all or nothing, on condition that the epoch is the last one and the journal ends with the command before. */
  write(batch: BatchToWrite): Promise<void>;
  /** Releases the lock with the session. */
  release(): void;
}>;

/** The last command in the journal, and the last one in the tables. */
export type Places = Readonly<{ journal: number; tables: number }>;

/** The session that writes the tables behind the journal. */
export type TablesSession = Readonly<{
  readPlaces(): Promise<Places>;
  /** Writes rows and place, on condition that the tables end with the command before and the journal has the last one. */
  write(portion: CommittedBatch): Promise<void>;
  close(): Promise<void>;
}>;

/** The state of the venue, and the time of its last command. */
export type LoadedBooks = Readonly<{ state: State; time: number }>;

/** Everything that is stored, at one moment. */
export type StoredBooks = Readonly<{
  /** The last command in the tables. */
  readPlace(): Promise<number>;
  /** The state that the tables have. */
  readState(): Promise<LoadedBooks>;
  /** The last command of the journal, and the hash of its batch. */
  readEnd(): Promise<Readonly<{ command: number; hash: Buffer }>>;
  /** The hash of the batch that ends with this command; null if there is none. */
  readHash(last: number): Promise<Buffer | null>;
  /** The batches behind a command. */
  readBatches(after: number): AsyncIterable<JournalBatch>;
  /** The orders of the tables with one of these client order ids. */
  findOrders(addresses: readonly ClientOrderAddress[]): Promise<readonly (ClientOrderAddress & EarlierOrder)[]>;
}>;

export abstract class ExchangeStore {
  /** The tables that a `TablesSession` writes. */
  abstract readonly projectedTables: readonly string[];

  /** Throws an `ExchangeElsewhereError` while another process is the writer. */
  abstract takeOver(): Promise<WriterSession>;

  /** Whether the database responds to anybody. */
  abstract isResponding(): Promise<boolean>;

  abstract readAtOneMoment<Result>(read: (stored: StoredBooks) => Promise<Result>): Promise<Result>;

  abstract openTables(): Promise<TablesSession>;

  /** The order of each address in the tables as they are now; null where there is none. */
  abstract findOrders(addresses: readonly ClientOrderAddress[]): Promise<readonly (EarlierOrder | null)[]>;

  abstract countOrders(): Promise<number>;

  /** The last command in the tables. */
  abstract readPlace(): Promise<number>;

  /** The next client order ids behind an address: the last of them, and the digests of all. Null if there are no more. */
  abstract readClientOrders(
    after: ClientOrderAddress,
    limit: number,
  ): Promise<Readonly<{ last: ClientOrderAddress; digests: Buffer }> | null>;

  /** Groups, products and instruments, if they have changed since the data of this stamp. */
  abstract readReferenceData(known: string | null): Promise<Readonly<{ stamp: string; data: ReferenceData }> | null>;
}
