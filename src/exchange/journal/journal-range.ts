import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { readInSnapshot, readRows, parseNumber, type QuerySource } from '../recovery/reading.js';
import { BatchChain, type BatchHeader, BrokenChainError, readBatches } from './batch-chain.js';
import { decodeBatch, type JournalCommand, JournalFormatError } from './batch-encoding.js';

/** The first and last command to read; null is the first or last there is. */
export type CommandRange = Readonly<{ from: number | null; to: number | null }>;

export type DecodedBatch = BatchHeader & Readonly<{ hash: string; bytes: number; commands: readonly JournalCommand[] }>;

/** The batches that have commands of a range, each checked against the one before it; `fault` says where the journal is broken. */
export type JournalRange = Readonly<{ batches: readonly DecodedBatch[]; fault: string | null }>;

const COMMANDS_MAX = 10_000;

export class RangeTooLargeError extends Error {}

export function readJournal(url: string, catalog: TableCatalog, range: CommandRange): Promise<JournalRange> {
  return withConnection(createUntimedConnectionConfig(url, 'journal'), (client) =>
    readInSnapshot(client, () => readRange(client, catalog, range)),
  );
}

async function readRange(
  source: QuerySource,
  catalog: TableCatalog,
  { from, to }: CommandRange,
): Promise<JournalRange> {
  const [start = null] = await readRows(
    source,
    `select first from journal_batches where first <= ${from ?? 0} or first = (select min(first) from journal_batches) order by first desc limit 1`,
    ([first]) => parseNumber(first),
  );
  const [before = null] = await readRows(
    source,
    `select last, encode(hash, 'hex') from journal_batches where first < ${start ?? 0} order by first desc limit 1`,
    ([last, hash]) => ({ last: parseNumber(last), hash: Buffer.from(hash ?? '', 'hex') }),
  );
  const chain = new BatchChain(before?.last ?? null, before?.hash ?? null);
  const batches: DecodedBatch[] = [];
  let commands = 0;
  try {
    for await (const batch of readBatches(source, catalog, (start ?? 0) - 1)) {
      const { first, last, epoch, at, hash, body } = batch;
      if (to !== null && first > to) break;
      chain.add(batch);
      const decoded = decodeBatch(first, body);
      const selected = decoded.filter(({ seq }) => seq >= (from ?? seq) && seq <= (to ?? seq));
      commands += selected.length;
      if (commands > COMMANDS_MAX) throw new RangeTooLargeError(`The range has more than ${COMMANDS_MAX} commands.`);
      batches.push({ first, last, epoch, at, hash: hash.toString('hex'), bytes: body.length, commands: selected });
    }
    return { batches, fault: null };
  } catch (error) {
    if (!(error instanceof BrokenChainError) && !(error instanceof JournalFormatError)) throw error;
    return { batches, fault: error.message };
  }
}
