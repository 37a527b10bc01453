/** The server of a simulation: a journal, tables that follow it, one lock, and sessions that end. */
import type { BatchToWrite } from '../../../src/exchange/store/exchange-store.js';
import type { CommittedBatch } from '../../../src/exchange/projection/committed-batch.js';
import type { JournalBatch } from '../../../src/exchange/ledger/journal-batch.entity.js';
import { ExchangeElsewhereError } from '../../../src/exchange/exchange-errors.js';
import { Connection, databaseError, ServerSession } from './connection.js';
import type { Faults } from './faults.js';
import { MemoryTables } from './memory-tables.js';

/**
 * What a control takes away: the lock and the condition of the journal, condition and keys of the tables, the order that a client
 * order id has in the tables, the wait for the commit, the search for the results of an `Idempotency-Key`, that the loop takes one
 * copy, the clock of the sessions, the end of the journal for a process that does not write it, or the news that a session has ended.
 */
export type Removal =
  'fence' | 'place' | 'names' | 'commit' | 'tables' | 'requests' | 'results' | 'copies' | 'clock' | 'journal' | 'end';

const LEASE_MS = 1_000;
const DIVISION_BY_ZERO = '22012';
const DISK_FULL = '53100';

export class MemoryDatabase {
  readonly journal: JournalBatch[] = [];
  readonly tables: MemoryTables;
  /** By the key. */
  readonly results = new Map<string, string>();
  readonly writer = { epoch: 0, command: 0, hash: Buffer.alloc(32), leaseUntil: 0 };
  isDown = false;
  isFull = false;
  private readonly sessions = new Set<ServerSession>();
  private holder: ServerSession | null = null;
  private sessionsEnded = 0;

  constructor(
    readonly faults: Faults,
    readonly removed: Removal | null,
    readonly hasCalendars: boolean,
    private readonly onCommit: (batch: JournalBatch) => void,
  ) {
    this.tables = new MemoryTables(removed !== 'place');
  }

  openConnection(): Connection {
    if (this.isDown) throw databaseError('connect ECONNREFUSED', 'ECONNREFUSED');
    const session = new ServerSession((ended) => {
      this.sessions.delete(ended);
      if (this.holder === ended) this.holder = null;
    });
    this.sessions.add(session);
    return new Connection(session, () => this.faults.draw());
  }

  /** Ends all sessions, or that of the writer, and undoes what runs in them. */
  endSessions(isWriterOnly: boolean): void {
    for (const session of [...this.sessions]) if (!isWriterOnly || session === this.holder) session.end();
  }

  /** Takes the lock, from a session whose lease is over and that does nothing if need be. Returns the ended session. */
  takeLock(session: ServerSession): number | null {
    const { holder } = this;
    if (holder === null || holder === session || this.removed === 'fence') {
      this.holder = session;
      return null;
    }
    if (this.writer.leaseUntil >= performance.now() || holder.isActive) throw new ExchangeElsewhereError();
    holder.end();
    this.holder = session;
    return ++this.sessionsEnded;
  }

  drawEpoch(): number {
    this.renewLease();
    return ++this.writer.epoch;
  }

  renewLease(): void {
    this.writer.leaseUntil = performance.now() + LEASE_MS;
  }

  /** One transaction. */
  writeBatch({ batch, rows, advance, isWhole }: BatchToWrite): void {
    const { writer, tables } = this;
    this.requireSpace();
    const isNext = batch.epoch === writer.epoch && batch.first === writer.command + 1;
    if (this.removed !== 'fence') require(isNext, 'the writer is another, or has written more');
    if (isWhole) require(tables.place === advance.before, 'the tables end elsewhere');
    this.journal.push(batch);
    for (const { fingerprint, text } of rows.keyed) this.results.set(fingerprint, text);
    Object.assign(writer, { command: batch.last, hash: batch.hash });
    this.renewLease();
    tables.writeAdministrative(rows.administrative);
    if (isWhole) tables.write(advance, rows);
    this.onCommit(batch);
  }

  writeTables({ advance, rows }: CommittedBatch): void {
    this.requireSpace();
    const isNext = this.tables.place === advance.before && advance.counters.command <= this.writer.command;
    if (this.removed !== 'place') require(isNext, 'the tables end elsewhere, or the journal ends before');
    this.tables.write(advance, rows);
  }

  requireSpace(): void {
    if (this.isFull) throw databaseError('could not extend file: No space left on device', DISK_FULL);
  }
}

function require(condition: boolean, reason: string): void {
  if (!condition) throw databaseError(`division by zero: ${reason}`, DIVISION_BY_ZERO);
}
