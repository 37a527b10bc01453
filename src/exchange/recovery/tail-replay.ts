/**
 * The batches that are in the journal and not in the tables, after a crash: their commands, applied again to the state that
 * the tables have, give the same events and rows.
 */
import { Engine } from '../../engine/engine.js';
import type { State } from '../../engine/state.js';
import { BatchChain } from '../journal/batch-chain.js';
import { decodeBatch, type StoredCommand } from '../journal/batch-encoding.js';
import type { CommittedBatch } from '../projection/committed-batch.js';
import type { SnapshotFiles } from '../snapshot/snapshot-files.js';
import type { LoadedBooks, StoredBooks } from '../store/exchange-store.js';
import { BatchRowsBuilder } from '../writing/batch-rows.js';
import { toStateAdvance } from '../writing/state-tables.js';
import { EarlierOrderNames } from './earlier-order-names.js';
import { loadBooks } from './load-books.js';

/** The end of the journal, and the batches behind the tables. */
type JournalTail = Readonly<{ time: number; hash: Buffer; batches: readonly CommittedBatch[] }>;

/** The state at the end of the journal. `place` is the last command in the tables; `batches` are those behind it. */
export type RecoveredBooks = LoadedBooks & JournalTail & Readonly<{ place: number }>;

/** `bytes` is the size in the journal. */
type StoredBatch = Readonly<{ commands: readonly StoredCommand[]; bytes: number }>;

/** Loads the state of the tables, and brings it to the end of the journal. */
export async function recoverBooks(stored: StoredBooks, files: SnapshotFiles): Promise<RecoveredBooks> {
  const books = await loadBooks(stored, files);
  const place = books.state.counters.command;
  return { ...books, ...(await replayTail(stored, books)), place };
}

/** `time` is that of the last command in the tables. */
async function replayTail(stored: StoredBooks, { state, time }: LoadedBooks): Promise<JournalTail> {
  const place = state.counters.command;
  const end = await stored.readEnd();
  const chain = new BatchChain(place, null);
  const tail: StoredBatch[] = [];
  for await (const batch of stored.readBatches(place)) {
    chain.add(batch);
    tail.push({ commands: decodeBatch(batch), bytes: batch.body.length });
  }
  if (chain.last !== end.command || !(chain.hash ?? end.hash).equals(end.hash))
    throw new Error(`The journal ends with command ${chain.last}, and its writer has written up to ${end.command}.`);
  const commands = tail.flatMap((batch) => batch.commands);
  const replay = new TailReplay(state, await EarlierOrderNames.find(stored, commands, state.counters.order));
  const batches = tail.map((batch) => replay.apply(batch));
  return { time: batches.at(-1)?.advance.time ?? time, hash: end.hash, batches };
}

class TailReplay {
  private readonly engine: Engine;

  constructor(
    private readonly state: State,
    private readonly names: EarlierOrderNames,
  ) {
    this.engine = new Engine(state);
  }

  apply({ commands, bytes }: StoredBatch): CommittedBatch {
    const { engine, state } = this;
    const before = state.counters.command;
    const builder = new BatchRowsBuilder(engine);
    let time = 0;
    for (const command of commands) {
      builder.execute(command, this.names.add(command.body));
      ({ time } = command);
    }
    const rows = builder.build();
    if (rows.administrative.length > 0)
      throw new Error(`The batch after command ${before} changes the administration, and the tables do not have it.`);
    return { rows, advance: toStateAdvance(state, before, time), bytes };
  }
}
