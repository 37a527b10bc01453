/**
 * Makes the tables that follow the journal anew: all commands, from the first, are applied to an empty engine, and its rows
 * replace those that are there, in one transaction. Rows of the administration are written together with the journal and stay.
 * Commands from before the first batch are in the table `journal` only, and stay there.
 */
import { createUntimedConnectionConfig, withConnection, KEYED_PLAN_SETTINGS } from '../../database/connection.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { tryLock } from '../../database/locks.js';
import { Engine } from '../../engine/engine.js';
import { parseCommand } from '../command-text.js';
import { ExchangeElsewhereError } from '../exchange-errors.js';
import { BatchChain, readBatches } from '../journal/batch-chain.js';
import { decodeBatch, type StoredCommand } from '../journal/batch-encoding.js';
import { JournalEntry } from '../ledger/journal-entry.entity.js';
import { type QuerySource, readEntities, readInSnapshot, readRows } from '../recovery/reading.js';
import { BatchRowsBuilder, type LedgerRows } from '../writing/batch-rows.js';
import { toStateAdvance, toWrittenBoard } from '../writing/state-tables.js';
import { resolveLedgerTables } from '../writing/ledger-tables.js';
import { ProjectionStatement } from './projection-statement.js';

const COMMANDS_AT_ONCE = 1_000;
const COMMAND = ['seq', 'at', 'userId', 'actingUserId', 'clientId', 'isAdministrator', 'type', 'payload'] as const;
const NO_ROWS: LedgerRows = {
  journal: [],
  orders: [],
  steps: [],
  trades: [],
  positions: [],
  positionChanges: [],
  boards: [],
};

/** Commands that are written at once. Those from before the first batch have their rows in `journal` already. */
type CommandGroup = Readonly<{ commands: readonly StoredCommand[]; areInJournal: boolean }>;

/** A connection whose transaction replaces the rows. */
type Connection = Readonly<{
  query(statement: string | { name: string; text: string; values: unknown[] }): Promise<unknown>;
}>;

/** Returns the number of commands. No service may run; throws a `BrokenChainError` where the journal was changed. */
export function rebuildTables(url: string, catalog: TableCatalog, say: (line: string) => void): Promise<number> {
  return withConnection(createUntimedConnectionConfig(url, 'rebuild'), async (client) => {
    if (!(await tryLock(client, 'exchange'))) throw new ExchangeElsewhereError();
    return withConnection(createUntimedConnectionConfig(url, 'rebuild, reading'), (source) =>
      readInSnapshot(source, () => new TableRebuild(client, source, catalog, say).run()),
    );
  });
}

class TableRebuild {
  private readonly engine = new Engine();
  private readonly statement: ProjectionStatement;
  private time = 0;

  constructor(
    private readonly client: Connection,
    private readonly source: QuerySource,
    private readonly catalog: TableCatalog,
    private readonly say: (line: string) => void,
  ) {
    this.statement = new ProjectionStatement(resolveLedgerTables(catalog));
  }

  async run(): Promise<number> {
    const [firstBatched = Infinity] = await readRows(
      this.source,
      'select first from journal_batches order by first limit 1',
      ([first]) => Number(first),
    );
    await this.client.query(KEYED_PLAN_SETTINGS);
    await this.client.query('begin');
    try {
      await this.client.query(toResetSql(firstBatched));
      for await (const group of this.readCommands(firstBatched)) await this.write(group);
      const { counters, instruments } = this.engine.state;
      const boards = [...instruments.keys()].map((id) => toWrittenBoard(this.engine.state, id));
      await this.writeRows(counters.command, { ...NO_ROWS, boards });
      await this.client.query('commit');
      return counters.command;
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined); // The first failure is the one to report.
      throw error;
    }
  }

  private async *readCommands(firstBatched: number): AsyncGenerator<CommandGroup> {
    const before = {
      entity: JournalEntry,
      properties: COMMAND,
      where: (name: (property: keyof JournalEntry) => string) =>
        Number.isFinite(firstBatched) ? `${name('seq')} < ${firstBatched}` : 'true',
      chunk: COMMANDS_AT_ONCE,
    };
    for await (const entries of readEntities(this.source, this.catalog, before))
      yield { commands: entries.map(toStoredCommand), areInJournal: true };
    const chain = new BatchChain(null, null);
    let commands: StoredCommand[] = [];
    for await (const batch of readBatches(this.source, this.catalog, 0)) {
      chain.add(batch);
      commands.push(...decodeBatch(batch));
      if (commands.length < COMMANDS_AT_ONCE) continue;
      yield { commands, areInJournal: false };
      commands = [];
    }
    if (commands.length > 0) yield { commands, areInJournal: false };
  }

  private async write({ commands, areInJournal }: CommandGroup): Promise<void> {
    const { state } = this.engine;
    const before = state.counters.command;
    const builder = new BatchRowsBuilder(this.engine);
    for (const command of commands) {
      builder.execute(command);
      this.time = command.time;
    }
    const rows = builder.build();
    await this.writeRows(before, { ...rows, boards: [], journal: areInJournal ? [] : rows.journal });
    this.say(`${state.counters.command} commands are written`);
  }

  private async writeRows(before: number, rows: LedgerRows): Promise<void> {
    await this.client.query(this.statement.toQuery(toStateAdvance(this.engine.state, before, this.time), rows));
  }
}

const toStoredCommand = ({
  seq,
  at: time,
  type,
  payload,
  ...caller
}: Pick<JournalEntry, (typeof COMMAND)[number]>): StoredCommand => ({
  ...{ seq, time, caller },
  body: parseCommand(type, payload),
});

/** The rows of `journal` are protected from changes by mistake. */
const toResetSql = (firstBatched: number): string =>
  [
    'truncate orders, order_events, trades, positions, position_changes',
    ...(Number.isFinite(firstBatched)
      ? [
          'alter table journal disable trigger user',
          `delete from journal where seq >= ${firstBatched}`,
          'alter table journal enable trigger user',
        ]
      : []),
    `update exchange_state set command = 0, changes_since = 0 where id = 1`,
  ].join('; ');
