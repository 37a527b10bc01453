/** Replays the journal through a new engine, some hundred commands at a time, like batches. */
import type { Command, CommandBody } from '../../engine/command.js';
import { Engine } from '../../engine/engine.js';
import type { State } from '../../engine/state.js';
import { parseCommand } from '../command-text.js';
import {
  parseJson,
  millisecondsSql,
  parseNumber,
  readChunks,
  type QuerySource,
  type RowTexts,
} from '../recovery/reading.js';
import { toEngineActor } from '../caller.js';
import { BatchRowsBuilder, type BatchRows } from '../writing/batch-rows.js';

const COMMANDS = `seq, ${millisecondsSql('at')}, user_id, is_administrator, type, payload, acting_user_id`;
const OUTCOMES = 'action_id, acct_id, order_id, refusal_code, refusal_detail, refusal_figures';

/** The outcome of a command according to the journal. */
export type ReplayResult = Readonly<{
  seq: number;
  actionId: number | null;
  acctId: number | null;
  orderId: number | null;
  refusalCode: string | null;
  refusalDetail: string | null;
  refusalFigures: string | null;
}>;

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

  get state(): State {
    return this.engine.state;
  }

  /** Yields the rows of each batch with the outcomes of the journal. */
  async *readBatches(source: QuerySource): AsyncGenerator<ReplayedBatch> {
    for await (const entries of readChunks(
      source,
      'journal_entries',
      `select ${COMMANDS}, ${OUTCOMES} from journal order by seq`,
    )) {
      const books = new BatchRowsBuilder(this.engine.state);
      for (const entry of entries) this.enter(entry, books);
      yield { written: entries.map(toOutcome), rows: books.build() };
    }
  }

  /** Replays without keeping rows, and reports progress from time to time. */
  async run(source: QuerySource, goesOn: () => void): Promise<void> {
    for await (const entries of readChunks(source, 'journal_entries', `select ${COMMANDS} from journal order by seq`)) {
      for (const entry of entries) this.apply(entry);
      goesOn();
    }
  }

  private apply(entry: RowTexts): void {
    try {
      this.engine.apply(toCommand(entry));
    } catch (error) {
      throw new BrokenJournalError(parseNumber(entry[0]), error);
    }
  }

  private enter(entry: RowTexts, books: BatchRowsBuilder): void {
    const seq = parseNumber(entry[0]);
    try {
      const command = toCommand(entry);
      const { actor, time } = command;
      books.enter({
        seq,
        time,
        caller: { actingUserId: actor.userId, ...actor, clientId: null },
        body: command,
        events: this.engine.apply(command),
      });
    } catch (error) {
      throw new BrokenJournalError(seq, error);
    }
  }
}

function toCommand([seq, time, userId, isAdministrator, type, payload, actingUserId]: RowTexts): Command {
  const body = parseCommand(type as CommandBody['type'], parseJson(payload));
  return {
    ...body,
    seq: parseNumber(seq),
    time: parseNumber(time),
    actor: toEngineActor({
      userId: parseNumber(userId),
      actingUserId: parseNumber(actingUserId),
      isAdministrator: isAdministrator === 't',
    }),
  };
}

function toOutcome([
  seq,
  ,
  ,
  ,
  ,
  ,
  ,
  actionId,
  acctId,
  orderId,
  refusalCode = null,
  refusalDetail = null,
  refusalFigures = null,
]: RowTexts): ReplayResult {
  const toNumberOrNull = (text: string | null | undefined): number | null =>
    text === null || text === undefined ? null : Number(text);
  return {
    seq: parseNumber(seq),
    actionId: toNumberOrNull(actionId),
    acctId: toNumberOrNull(acctId),
    orderId: toNumberOrNull(orderId),
    refusalCode,
    refusalDetail,
    refusalFigures,
  };
}
