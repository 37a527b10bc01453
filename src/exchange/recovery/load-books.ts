/**
 * The state that the tables have: from the newest snapshot that fits the journal and the batches since, or from the rows. A snapshot
 * decides nothing: whatever is wrong with it, the state is in the tables as well.
 */
import { Engine } from '../../engine/engine.js';
import { toEngineActor } from '../caller.js';
import { BatchChain } from '../journal/batch-chain.js';
import { decodeBatch, type StoredCommand } from '../journal/batch-encoding.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import {
  type SnapshotHeader,
  decodeSnapshot,
  HEADER_BYTES,
  parseHeader,
  readHeader,
  UnneededSnapshotError,
  UnusableSnapshotError,
  encodeSnapshot,
} from '../snapshot/snapshot-encoding.js';
import type { SnapshotFiles } from '../snapshot/snapshot-files.js';
import type { LoadedBooks, StoredBooks } from '../store/exchange-store.js';
import { EarlierOrderNames } from './earlier-order-names.js';

/** Replaying a command costs as much as reading so many open orders from the tables. */
const ORDERS_PER_COMMAND = 5;
/** These many are replayed whatever the number of orders: a tenth of a second. */
const COMMANDS_ALWAYS = 5_000;
const COMMANDS_AT_ONCE = 1_000;

/** `snapshot` is the command of the snapshot; null where the rows were read. */
type BooksOfTables = LoadedBooks & Readonly<{ snapshot: number | null }>;

export async function loadBooks(stored: StoredBooks, files: SnapshotFiles): Promise<BooksOfTables> {
  const place = await stored.readPlace();
  const unneeded: string[] = [];
  for (const command of files.list()) {
    try {
      const books = await loadSnapshot(stored, files, { command, place });
      const since = `${place - command} commands since`;
      files.report(
        'info',
        [`The state is from the snapshot of command ${command} and ${since}.`, ...unneeded].join(' '),
      );
      return { ...books, snapshot: command };
    } catch (error) {
      if (!(error instanceof UnusableSnapshotError)) throw error;
      const line = `The snapshot of command ${command} is passed over: ${error.message}.`;
      if (error instanceof UnneededSnapshotError) unneeded.push(line);
      else files.report('warn', line);
    }
  }
  files.report('info', [`The state is from the tables, up to command ${place}.`, ...unneeded].join(' '));
  return { ...(await stored.readState()), snapshot: null };
}

/**
 * Writes a snapshot of the state that the tables have. Returns its last command; null if there is nothing new, or no batch of the
 * journal ends with that command.
 */
export async function writeSnapshot(stored: StoredBooks, files: SnapshotFiles): Promise<number | null> {
  const books = await loadBooks(stored, files);
  const { command } = books.state.counters;
  const hash = books.snapshot === command ? null : await stored.readHash(command);
  if (hash === null) return null;
  await files.write(command, encodeSnapshot(books, hash));
  return command;
}

/** A file that cannot be read, or was removed a moment ago, is as good as none. */
function readFile(files: SnapshotFiles, command: number, bytes?: number): Buffer {
  try {
    return files.read(command, bytes);
  } catch (error) {
    throw new UnusableSnapshotError(`it cannot be read: ${String(error)}`, { cause: error });
  }
}

/** `command` is the one in the name of the file. The whole file is read only where its header says that it helps. */
async function loadSnapshot(
  stored: StoredBooks,
  files: SnapshotFiles,
  { command, place }: Readonly<{ command: number; place: number }>,
): Promise<LoadedBooks> {
  checkNeed(parseHeader(readFile(files, command, HEADER_BYTES)), command, place);
  const snapshot = readFile(files, command);
  const { hash } = readHeader(snapshot);
  if (!(await stored.readHash(command))?.equals(hash))
    throw new UnusableSnapshotError('the journal has no batch that ends with this command and has its hash');
  const books = decodeSnapshot(snapshot);
  const replay = new SnapshotReplay(stored, books, hash);
  await replay.advanceTo(place);
  return replay.books;
}

/** Throws an `UnusableSnapshotError` if the snapshot has another name, is ahead of the tables, or is no faster than they are. */
function checkNeed({ command, orders }: SnapshotHeader, named: number, place: number): void {
  if (command !== named) throw new UnusableSnapshotError(`it is of command ${command}`);
  if (command > place) throw new UnneededSnapshotError(`the tables end with command ${place}`);
  if (place - command > COMMANDS_ALWAYS + orders / ORDERS_PER_COMMAND)
    throw new UnneededSnapshotError(`${place - command} commands have followed, and the tables are read faster`);
}

/** Applies the commands that the tables have and the snapshot has not; their rows are not needed. */
class SnapshotReplay {
  private readonly engine: Engine;
  private readonly lastOrder: number;
  private readonly chain: BatchChain;
  private time: number;

  constructor(
    private readonly stored: StoredBooks,
    { state, time }: LoadedBooks,
    hash: Buffer,
  ) {
    this.engine = new Engine(state);
    this.lastOrder = state.counters.order;
    this.chain = new BatchChain(state.counters.command, hash);
    this.time = time;
  }

  get books(): LoadedBooks {
    return { state: this.engine.state, time: this.time };
  }

  async advanceTo(place: number): Promise<void> {
    const { counters } = this.engine.state;
    if (counters.command === place) return;
    let commands: StoredCommand[] = [];
    for await (const batch of this.stored.readBatches(counters.command)) {
      if (batch.first > place) break;
      commands.push(...this.decode(batch));
      if (commands.length < COMMANDS_AT_ONCE) continue;
      await this.apply(commands);
      commands = [];
    }
    await this.apply(commands);
    if (counters.command !== place)
      throw new UnusableSnapshotError(`no batch of the journal ends with command ${place}`);
  }

  private decode(batch: JournalBatch): StoredCommand[] {
    return orUnusable(() => {
      this.chain.add(batch);
      return decodeBatch(batch);
    });
  }

  /** The tables have the orders of these commands as well; only those from before the snapshot are earlier ones. */
  private async apply(commands: readonly StoredCommand[]): Promise<void> {
    const names = await EarlierOrderNames.find(this.stored, commands, this.lastOrder);
    orUnusable(() => {
      for (const { seq, time, caller, body } of commands) {
        this.engine.apply({ ...names.add(body), seq, time, actor: toEngineActor(caller) });
        this.time = time;
      }
    });
  }
}

function orUnusable<Result>(replay: () => Result): Result {
  try {
    return replay();
  } catch (error) {
    throw new UnusableSnapshotError(`the commands since cannot be replayed: ${String(error)}`, { cause: error });
  }
}
