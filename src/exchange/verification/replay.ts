/** Replays the journal through a new engine, some hundred commands at a time, like batches. */
import { Engine } from '../../engine/engine.js';
import type { State } from '../../engine/state.js';
import { parseColumns } from '../command-text.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { JournalEntry } from '../ledger/journal-entry.entity.js';
import { readEntities, type QuerySource } from '../recovery/reading.js';
import { toEngineActor } from '../caller.js';
import type { StoredCommand } from '../journal/batch-encoding.js';
import { EarlierOrderNames } from '../recovery/earlier-order-names.js';
import { findOrdersByName } from '../recovery/recovery.service.js';
import type { ClientOrderAddress, LoadedBooks } from '../store/exchange-store.js';
import { BatchRowsBuilder, type BatchRows } from '../writing/batch-rows.js';

const COMMAND = ['seq', 'at', 'userId', 'isAdministrator', 'actingUserId', 'type', 'actionValues', 'payload'] as const;
const OUTCOME = ['actionId', 'acctId', 'orderId', 'refusalCode', 'refusalDetail', 'refusalFigures'] as const;

const SAY_EVERY_MS = 5_000;

type JournalCommand = Pick<JournalEntry, (typeof COMMAND)[number]>;

/** The outcome of a command according to the journal. */
export type ReplayResult = Pick<JournalEntry, 'seq' | (typeof OUTCOME)[number]>;

export type ReplayedBatch = Readonly<{ written: readonly ReplayResult[]; rows: BatchRows }>;

/** The position and reason at which the journal cannot be replayed further. */
export class BrokenJournalError extends Error {
  constructor(
    readonly seq: number,
    cause: unknown,
  ) {
    super(
      `The journal cannot be replayed beyond command ${seq - 1}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** The commands of some entries; `failure` if one cannot be read: then there are only those before it. */
type ParsedEntries = Readonly<{ commands: readonly StoredCommand[]; failure: BrokenJournalError | null }>;

export class JournalReplay {
  /** A group of commands ends with this one, whatever the portions in which the journal is read. */
  cutAt: number | null = null;
  private readonly engine: Engine;
  /** Orders up to this one have client order ids that the engine does not know. */
  private readonly lastOrder: number;
  private time: number;

  /** Begins behind the last command of `start`; null is before the first. `visit` is called after each command. */
  constructor(
    private readonly catalog: TableCatalog,
    start: LoadedBooks | null = null,
    private readonly visit?: (state: State) => void,
  ) {
    this.engine = start === null ? new Engine() : new Engine(start.state);
    this.lastOrder = start === null ? 0 : start.state.counters.order;
    this.time = start === null ? 0 : start.time;
  }

  get state(): State {
    return this.engine.state;
  }

  /** The state with the time of the last command. */
  get books(): LoadedBooks {
    return { state: this.engine.state, time: this.time };
  }

  /** Yields the rows of each group of commands with the outcomes of the journal. */
  async *readBatches(source: QuerySource): AsyncGenerator<ReplayedBatch> {
    for await (const entries of this.readEntries(source, [...COMMAND, ...OUTCOME]))
      for (const written of this.cut(entries)) {
        const { commands, failure } = parseEntries(written);
        const names = await this.findNames(source, commands);
        const builder = new BatchRowsBuilder(this.engine);
        for (const command of commands)
          this.execute(command, () => builder.execute(command, names?.add(command.body) ?? command.body));
        if (failure !== null) throw failure;
        yield { written, rows: builder.build() };
      }
  }

  /** Replays without keeping rows, and reports progress from time to time. */
  async run(source: QuerySource, goesOn: () => void): Promise<void> {
    for await (const entries of this.readEntries(source, COMMAND)) {
      const { commands, failure } = parseEntries(entries);
      for (const command of commands) {
        const { seq, time, caller, body } = command;
        this.execute(command, () => this.engine.apply({ ...body, seq, time, actor: toEngineActor(caller) }));
      }
      if (failure !== null) throw failure;
      goesOn();
    }
  }

  private readEntries<Property extends keyof JournalEntry>(source: QuerySource, properties: readonly Property[]) {
    const { command } = this.state.counters;
    const where = (name: (property: keyof JournalEntry) => string) => `${name('seq')} > ${command}`;
    return readEntities(source, this.catalog, { entity: JournalEntry, properties, where });
  }

  private *cut<Entry extends Readonly<{ seq: number }>>(entries: readonly Entry[]): Generator<readonly Entry[]> {
    const behind = entries.findIndex(({ seq }) => seq === this.cutAt) + 1;
    if (behind === 0) yield entries;
    else {
      yield entries.slice(0, behind);
      if (behind < entries.length) yield* this.cut(entries.slice(behind));
    }
  }

  /** Null where the engine has known every order from the first command on. */
  private async findNames(source: QuerySource, commands: readonly StoredCommand[]): Promise<EarlierOrderNames | null> {
    if (this.lastOrder === 0) return null;
    const findOrders = (addresses: readonly ClientOrderAddress[]) => findOrdersByName(source, this.catalog, addresses);
    return EarlierOrderNames.find({ findOrders }, commands, this.lastOrder);
  }

  private execute({ seq, time }: StoredCommand, apply: () => void): void {
    try {
      apply();
      this.time = time;
      this.visit?.(this.engine.state);
    } catch (error) {
      throw new BrokenJournalError(seq, error);
    }
  }
}

function parseEntries(entries: readonly JournalCommand[]): ParsedEntries {
  const commands: StoredCommand[] = [];
  for (const entry of entries) {
    try {
      commands.push(toStoredCommand(entry));
    } catch (error) {
      return { commands, failure: new BrokenJournalError(entry.seq, error) };
    }
  }
  return { commands, failure: null };
}

const toStoredCommand = ({ seq, at: time, type, actionValues, payload, ...caller }: JournalCommand): StoredCommand => ({
  ...{ seq, time, caller: { ...caller, clientId: null } },
  body: parseColumns({ type, actionValues, payload }),
});

/** Says from time to time how far a comparison is. */
export class ProgressReport {
  private lastSaid = performance.now();

  constructor(readonly say: (line: string) => void) {}

  readonly report = (line: () => string): void => {
    const now = performance.now();
    if (now - this.lastSaid < SAY_EVERY_MS) return;
    this.lastSaid = now;
    this.say(line());
  };

  reportReplay({ state }: JournalReplay): void {
    this.report(() => `${state.counters.command} commands are replayed`);
  }
}
