/**
 * The chain of batches: the hash of each is over the hash of the one before, its header and its body. So a batch that was
 * changed, removed or put in by hand does not fit its neighbors.
 */
import { createHash } from 'node:crypto';
import type { TableCatalog } from '../../database/entity-statements.js';
import { JournalBatch } from '../ledger/journal-batch.entity.js';
import { readEntities, type QuerySource } from '../recovery/reading.js';

/** A batch may have some hundred kilobytes. */
const BATCHES_AT_ONCE = 50;

export type BatchHeader = Pick<JournalBatch, 'first' | 'last' | 'epoch' | 'at'>;

export function hashBatch(previous: Buffer, { first, last, epoch, at }: BatchHeader, body: Buffer): Buffer {
  const header = Buffer.allocUnsafe(32);
  header.writeDoubleBE(at, header.writeDoubleBE(epoch, header.writeDoubleBE(last, header.writeDoubleBE(first, 0))));
  return createHash('sha256').update(previous).update(header).update(body).digest();
}

/** A batch that does not follow the one before it. */
export class BrokenChainError extends Error {
  constructor(
    readonly first: number,
    reason: string,
  ) {
    super(`The journal is broken at the batch of command ${first}: ${reason}.`);
  }
}

/** Checks each batch against the one before it. `last` and `hash` are the end of the batches before; null if unknown. */
export class BatchChain {
  constructor(
    public last: number | null,
    public hash: Buffer | null,
  ) {}

  /** Throws a `BrokenChainError`. */
  add(batch: JournalBatch): void {
    const { first, last, previousHash, hash, body } = batch;
    if (this.last !== null && first !== this.last + 1)
      throw new BrokenChainError(first, `the batch before ends with command ${this.last}`);
    if (this.hash !== null && !previousHash.equals(this.hash))
      throw new BrokenChainError(first, 'it has another hash for the batch before it');
    if (!hashBatch(previousHash, batch, body).equals(hash))
      throw new BrokenChainError(first, 'its hash is not its own');
    this.last = last;
    this.hash = hash;
  }
}

/** The batches behind a command, which is the last of a batch or comes before all of them. */
export async function* readBatches(
  source: QuerySource,
  catalog: TableCatalog,
  after: number,
): AsyncGenerator<JournalBatch> {
  const properties = ['first', 'last', 'epoch', 'at', 'previousHash', 'hash', 'body'] as const;
  const where = (name: (property: keyof JournalBatch) => string) => `${name('first')} > ${after}`;
  const selection = { entity: JournalBatch, properties, where, chunk: BATCHES_AT_ONCE };
  for await (const batches of readEntities(source, catalog, selection)) yield* batches;
}
