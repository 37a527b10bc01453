import type { CommandBody } from '../../engine/command.js';
import type { CommandCaller } from '../caller.js';
import { parseCommand } from '../command-text.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import { decodeBatch } from './batch-encoding.js';

/** A command of the journal, ready to be executed; `payload` is its JSON. */
export type StoredCommand = Readonly<{
  seq: number;
  time: number;
  caller: CommandCaller;
  body: CommandBody;
  payload: string;
}>;

export const readCommands = ({ first, body }: Pick<JournalBatch, 'first' | 'body'>): StoredCommand[] =>
  decodeBatch(first, body).map(({ seq, time, caller, type, payload }) => ({
    ...{ seq, time, caller, payload },
    body: parseCommand(type, JSON.parse(payload)),
  }));
