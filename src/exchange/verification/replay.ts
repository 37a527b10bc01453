/** Replays the journal through a new engine, some hundred commands at a time, like batches. */
import { Engine } from '../../engine/engine.js';
import type { State } from '../../engine/state.js';
import { parseColumns } from '../command-text.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { JournalEntry } from '../ledger/journal-entry.entity.js';
import { readEntities, type QuerySource } from '../recovery/reading.js';
import { toEngineActor } from '../caller.js';
import { BatchRowsBuilder, type BatchRows } from '../writing/batch-rows.js';

const COMMAND = ['seq', 'at', 'userId', 'isAdministrator', 'actingUserId', 'type', 'actionValues', 'payload'] as const;
const OUTCOME = ['actionId', 'acctId', 'orderId', 'refusalCode', 'refusalDetail', 'refusalFigures'] as const;

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

export class JournalReplay {
  private readonly engine = new Engine();

  /** `visit` is called after each command. */
  constructor(
    private readonly catalog: TableCatalog,
    private readonly visit?: (state: State) => void,
  ) {}

  get state(): State {
    return this.engine.state;
  }

  /** Yields the rows of each batch with the outcomes of the journal. */
  async *readBatches(source: QuerySource): AsyncGenerator<ReplayedBatch> {
    const selection = { entity: JournalEntry, properties: [...COMMAND, ...OUTCOME] };
    for await (const entries of readEntities(source, this.catalog, selection)) {
      const builder = new BatchRowsBuilder(this.engine);
      for (const entry of entries) this.enter(entry, builder);
      yield { written: entries, rows: builder.build() };
    }
  }

  /** Replays without keeping rows, and reports progress from time to time. */
  async run(source: QuerySource, goesOn: () => void): Promise<void> {
    const selection = { entity: JournalEntry, properties: COMMAND };
    for await (const entries of readEntities(source, this.catalog, selection)) {
      for (const entry of entries) this.apply(entry);
      goesOn();
    }
  }

  private apply(entry: JournalCommand): void {
    try {
      const { seq, time, caller, body } = toStoredCommand(entry);
      this.engine.apply({ ...body, seq, time, actor: toEngineActor(caller) });
      this.visit?.(this.engine.state);
    } catch (error) {
      throw new BrokenJournalError(entry.seq, error);
    }
  }

  private enter(entry: JournalCommand, builder: BatchRowsBuilder): void {
    try {
      builder.execute(toStoredCommand(entry));
      this.visit?.(this.engine.state);
    } catch (error) {
      throw new BrokenJournalError(entry.seq, error);
    }
  }
}

const toStoredCommand = ({ seq, at: time, type, actionValues, payload, ...caller }: JournalCommand) => ({
  ...{ seq, time, caller: { ...caller, clientId: null } },
  body: parseColumns({ type, actionValues, payload }),
});
