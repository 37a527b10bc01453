import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import { readInSnapshot, readRows, type QuerySource } from '../recovery/reading.js';
import { BatchChain, type BatchHeader, BrokenChainError, readBatches } from './batch-chain.js';
import { decodeBatch, JournalFormatError, type StoredCommand } from './batch-encoding.js';

/** The first and last command to read; null is the first or last there is. */
export type CommandRange = Readonly<{ from: number | null; to: number | null }>;

export type DecodedBatch = BatchHeader & Readonly<{ hash: string; bytes: number; commands: readonly StoredCommand[] }>;

/**
 * The batches that have commands of a range, each checked against the one before it, and the last command of the journal; `fault` says
 * where the journal is broken.
 */
export type JournalRange = Readonly<{ batches: readonly DecodedBatch[]; last: number | null; fault: string | null }>;

const COMMANDS_MAX = 10_000;

export class RangeTooLargeError extends Error {}

export function readJournal(url: string, catalog: TableCatalog, range: CommandRange): Promise<JournalRange> {
  return withConnection(createUntimedConnectionConfig(url, 'journal'), (client) =>
    readInSnapshot(client, () => readRange(client, catalog, range)),
  );
}

async function readRange(source: QuerySource, catalog: TableCatalog, range: CommandRange): Promise<JournalRange> {
  const { start, chain } = await findStart(source, range.from);
  const [last = null] = await readRows(
    source,
    'select last from journal_batches order by first desc limit 1',
    ([number]) => Number(number),
  );
  const batches: DecodedBatch[] = [];
  let commands = 0;
  try {
    for await (const batch of readBatches(source, catalog, start - 1)) {
      if (range.to !== null && batch.first > range.to) break;
      chain.add(batch);
      const decoded = decodeSelected(batch, range);
      commands += decoded.commands.length;
      if (commands > COMMANDS_MAX) throw new RangeTooLargeError(`The range has more than ${COMMANDS_MAX} commands.`);
      if (decoded.commands.length > 0) batches.push(decoded);
    }
    return { batches, last, fault: null };
  } catch (error) {
    if (!(error instanceof BrokenChainError) && !(error instanceof JournalFormatError)) throw error;
    return { batches, last, fault: error.message };
  }
}

/** The batch of the first command, and the chain up to the batch before it. */
async function findStart(
  source: QuerySource,
  from: number | null,
): Promise<Readonly<{ start: number; chain: BatchChain }>> {
  const [start = 0] = await readRows(
    source,
    `select first from journal_batches where first <= ${from ?? 0} or first = (select min(first) from journal_batches) order by first desc limit 1`,
    ([first]) => Number(first),
  );
  const [chain = new BatchChain(null, null)] = await readRows(
    source,
    `select last, encode(hash, 'hex') from journal_batches where first < ${start} order by first desc limit 1`,
    ([last, hash]) => new BatchChain(Number(last), Buffer.from(hash ?? '', 'hex')),
  );
  return { start, chain };
}

function decodeSelected(
  { first, last, epoch, at, hash, body }: JournalBatch,
  { from, to }: CommandRange,
): DecodedBatch {
  const commands = decodeBatch({ first, body }).filter(({ seq }) => seq >= (from ?? seq) && seq <= (to ?? seq));
  return { first, last, epoch, at, hash: hash.toString('hex'), bytes: body.length, commands };
}
