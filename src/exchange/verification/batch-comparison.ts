/**
 * The batches of the journal: whether each follows the one before it, unchanged, up to the end that the writer has written; and
 * whether the rows of `journal` are their commands.
 */
import type { TableCatalog } from '../../database/entity-statements.js';
import { BatchChain, BrokenChainError, readBatches } from '../journal/batch-chain.js';
import { formatAction, formatCommand, parseCommand } from '../command-text.js';
import { decodeBatch, JournalFormatError, type StoredCommand } from '../journal/batch-encoding.js';
import { ExchangeWriter } from '../ledger/exchange-state.entity.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import { JournalEntry } from '../ledger/journal-entry.entity.js';
import { readAll, readEntities, type QuerySource } from '../recovery/reading.js';
import type { DifferenceList } from './verification-result.js';
import { isSameJson } from './row-texts.js';

const CALL = ['seq', 'at', 'userId', 'actingUserId', 'clientId', 'isAdministrator', 'type'] as const;
const STORED = [...CALL, 'actionValues', 'payload'] as const;

type StoredRow = Pick<JournalEntry, (typeof STORED)[number]>;

/** The last command of a batch, and the hash of the batch; null before the first batch, whose command is not known. */
type BatchesEnd = Readonly<{ command: number; hash: Buffer | null }>;

const BEFORE_ALL: BatchesEnd = { command: 0, hash: null };

export class BatchComparison {
  /** Compared batches, and commands that are not in the tables yet. */
  batches = 0;
  behind = 0;
  private stored: AsyncGenerator<StoredRow> | null = null;

  constructor(
    private readonly source: QuerySource,
    private readonly catalog: TableCatalog,
    private readonly differences: DifferenceList,
    private readonly goesOn: (line: () => string) => void,
  ) {}

  /** `place` is the last command in the tables; `start` is the end of the batches that are not read. Rows are compared on demand. */
  async run(place: number, comparesRows: boolean, start = BEFORE_ALL): Promise<void> {
    const chain = new BatchChain(start.hash === null ? null : start.command, start.hash);
    try {
      for await (const batch of readBatches(this.source, this.catalog, start.command)) {
        chain.add(batch);
        await this.compareCommands(batch, place, comparesRows);
        this.batches++;
        this.goesOn(() => `${this.batches} batches of the journal are checked`);
      }
      await this.compareEnd(chain);
    } catch (error) {
      if (!(error instanceof BrokenChainError) && !(error instanceof JournalFormatError)) throw error;
      this.addBroken(error.message);
    } finally {
      await this.stored?.return(undefined);
    }
  }

  private async compareCommands(batch: JournalBatch, place: number, comparesRows: boolean): Promise<void> {
    const commands = decodeBatch(batch);
    if (batch.last > place) this.behind += commands.length;
    else if (comparesRows) await this.compareRows(commands, (this.stored ??= this.readRows(batch.first)));
  }

  private async compareEnd({ last, hash }: BatchChain): Promise<void> {
    const [end] = await readAll(this.source, this.catalog, { entity: ExchangeWriter, properties: ['command', 'hash'] });
    if (last !== null && (end?.command !== last || hash?.equals(end.hash) !== true))
      this.addBroken(`The last batch ends with command ${last}, and its writer has written up to ${end?.command}.`);
  }

  private addBroken(message: string): void {
    this.differences.add({ table: 'journal_batches', row: 'chain', column: null, journal: message, stored: null });
  }

  private async *readRows(first: number): AsyncGenerator<StoredRow> {
    const where = (name: (property: keyof JournalEntry) => string) => `${name('seq')} >= ${first}`;
    const selection = { entity: JournalEntry, properties: STORED, where };
    for await (const entries of readEntities(this.source, this.catalog, selection)) yield* entries;
  }

  private async compareRows(commands: readonly StoredCommand[], rows: AsyncGenerator<StoredRow>): Promise<void> {
    for (const command of commands) {
      const { value: stored } = (await rows.next()) as IteratorResult<StoredRow, undefined>;
      const column = stored === undefined ? 'seq' : findDifference(command, stored);
      if (column === null) continue;
      this.differences.add({
        table: 'journal',
        row: `seq ${command.seq}`,
        column,
        journal: column === 'payload' || column === 'actionValues' ? formatCommand(command.body) : null,
        stored: stored === undefined ? null : JSON.stringify(stored[column]),
      });
    }
  }
}

/** The first column in which a row of `journal` is not the command. */
function findDifference({ seq, time: at, caller, body }: StoredCommand, stored: StoredRow) {
  const expected = { seq, at, ...caller, type: body.type };
  const differing = CALL.find((column) => expected[column] !== stored[column]);
  if (differing !== undefined) return differing;
  if (stored.actionValues !== null) return stored.actionValues === formatAction(body) ? null : 'actionValues';
  // Rows from before nulls were left out have them.
  const payload = formatCommand(parseCommand(stored.type, stored.payload));
  return isSameJson(formatCommand(body), JSON.parse(payload)) ? null : 'payload';
}
