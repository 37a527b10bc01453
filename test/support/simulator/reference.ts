/** An engine that applies the journal as it is written, from its first command, and forgets nothing: what has to be true. */
import { Engine } from '../../../src/engine/engine.js';
import type { State } from '../../../src/engine/state.js';
import { computeStateHash } from '../../../src/engine/state-hash.js';
import { BatchChain } from '../../../src/exchange/journal/batch-chain.js';
import { decodeBatch } from '../../../src/exchange/journal/batch-encoding.js';
import type { JournalBatch } from '../../../src/exchange/ledger/journal-batch.entity.js';
import { BatchRowsBuilder } from '../../../src/exchange/writing/batch-rows.js';
import { toStateAdvance } from '../../../src/exchange/writing/state-tables.js';
import { listDueCommands } from '../../../src/exchange/sessions/due-commands.js';
import { MemoryTables, toText } from './memory-tables.js';
import { TRADING_HOURS } from './short-sessions.js';

/** `attempt` is the request that brought the command. */
export type CommittedCommand = Readonly<{ seq: number; attempt: string | null; events: string }>;

export class Reference {
  /** The tables as they have to be. */
  readonly tables = new MemoryTables();
  readonly commands: CommittedCommand[] = [];
  private readonly engine = new Engine();
  private readonly chain = new BatchChain(0, Buffer.alloc(32));
  private readonly outlines = new Map<number, string>([[0, outline(this.engine.state)]]);

  get last(): number {
    return this.commands.length;
  }

  /** Returns the types of its commands. */
  add(batch: JournalBatch): string[] {
    this.chain.add(batch);
    const { state } = this.engine;
    const builder = new BatchRowsBuilder(this.engine);
    const commands = decodeBatch(batch);
    for (const command of commands) {
      const { events } = builder.execute(command);
      this.commands.push({ seq: command.seq, attempt: command.caller.clientId, events: toText(events) });
    }
    const rows = builder.build();
    this.tables.writeAdministrative(rows.administrative);
    this.tables.write(toStateAdvance(state, batch.first - 1, batch.at), rows);
    this.outlines.set(batch.last, outline(state));
    return commands.map(({ body }) => body.type);
  }

  /** The commands that have ended some of their orders and not all. */
  get pending(): number {
    return this.engine.state.pending.size;
  }

  /** The types of the commands that are due by the calendars. */
  listDue(now: number): string[] {
    return listDueCommands(this.engine.state, TRADING_HOURS, now).map(({ type }) => type);
  }

  get hash(): string {
    return computeStateHash(this.engine.state);
  }

  /** Null if the state is that of the journal behind one of its batches. `isWhole` compares everything, and not the outline only. */
  findFault(state: State, isWhole: boolean): string | null {
    const { command } = state.counters;
    const expected = this.outlines.get(command);
    if (expected === undefined) return `a state behind command ${command}, which ends no committed batch`;
    if (expected !== outline(state)) return `the state behind command ${command} is ${outline(state)}, not ${expected}`;
    const isComparable = isWhole && command === this.last;
    return isComparable && computeStateHash(state) !== this.hash
      ? `the state behind command ${command} has another hash than a replay`
      : null;
  }
}

/** What is cheap to compare at every look. */
function outline({ counters, orders, accounts }: State): string {
  const positions = [...accounts.values()]
    .sort((a, b) => a.id - b.id)
    .map(({ id, openOrders, holdings }) => {
      const held = [...holdings.values()]
        .filter(({ isUsed }) => isUsed)
        .map(({ instrument, quantity, openBuys, openSells }) => [instrument.id, quantity, openBuys, openSells])
        .sort(([a = 0], [b = 0]) => a - b);
      return [id, openOrders.size, held];
    });
  return JSON.stringify([counters, orders.size, positions]);
}
