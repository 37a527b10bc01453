/**
 * The requests and reads of a commit loop, and how they are answered when they wait for too long or their batch fails. A request
 * that was answered before gets no second answer.
 */
import { findOutage, StorageFullError } from '../database/outage.js';
import { type CommandCaller, SYSTEM_CALLER } from './caller.js';
import type { CommandBody } from '../engine/command.js';
import type { CommandSource } from './command-source.js';
import { ExchangeRecoveringError, OutcomeUnknownError } from './exchange-errors.js';
import type { StoredBooks } from './store/exchange-store.js';
import type { CommandRecord, ExecutedCommand } from './writing/batch-rows.js';
import type { UnconfirmedBatch } from './writing/batch-writer.js';
import type { KeyedCall } from './writing/keyed-calls.js';

/** The maximum wait for a batch, for its end, and for both. */
export const QUEUED_WITHIN_MS = 4_000;
export const BATCH_WITHIN_MS = 3_000;
const ANSWERED_WITHIN_MS = 5_000;

/** `keyed` identifies a request with an `Idempotency-Key`. `since` is when the request came. */
export type PendingRequest = Readonly<{
  caller: CommandCaller;
  commands: readonly CommandSource[];
  keyed: KeyedCall | null;
  record?: CommandRecord | undefined;
  since: number;
  resolve: (executed: readonly ExecutedCommand[]) => void;
  reject: (error: unknown) => void;
}>;

/** Of the service itself, which waits for no result. */
export function createUnansweredRequest(command: CommandBody): PendingRequest {
  const ignore = (): void => undefined;
  return {
    caller: SYSTEM_CALLER,
    commands: [command],
    keyed: null,
    since: performance.now(),
    resolve: ignore,
    reject: ignore,
  };
}

/** A request whose commands are applied but not known to be committed. */
export type AppliedRequest = Readonly<{ waiting: PendingRequest; executed: readonly ExecutedCommand[] }>;

/** The requests in progress at the failure. */
export type LoopFailure = Readonly<{ error: unknown; requests: readonly AppliedRequest[] }>;

/**
 * Answers with an unknown outcome what waits too long for the end of its batch. A request from the queue gives its batch at
 * least a second, so that an overloaded venue does not leave outcomes unknown that it is about to know.
 */
export function rejectLate(batch: readonly AppliedRequest[], batchBegan: number, now: number): void {
  for (const { waiting } of batch)
    if (batchBegan < now - BATCH_WITHIN_MS || waiting.since < now - ANSWERED_WITHIN_MS)
      waiting.reject(new OutcomeUnknownError());
}

/** Nothing of these requests was executed. */
export function rejectQueued(queue: readonly PendingRequest[], error: unknown): void {
  const outage = findOutage(error);
  for (const { reject } of queue)
    reject(outage instanceof StorageFullError ? outage : new ExchangeRecoveringError(error));
}

/**
 * Answers at once if PostgreSQL reported that nothing was written, and later if it did not respond: after this time, and
 * earlier where a request has waited for long. Returns what ends the wait.
 */
export function answerBeforeRecovery({ error, requests }: LoopFailure, patienceMs: number): () => void {
  const outage = findOutage(error);
  if (outage instanceof StorageFullError) for (const { waiting } of requests) waiting.reject(outage);
  const longest = performance.now() - ANSWERED_WITHIN_MS;
  const timers = requests.map(({ waiting }) =>
    setTimeout(
      () => waiting.reject(new OutcomeUnknownError(error)),
      Math.max(0, Math.min(patienceMs, waiting.since - longest)),
    ),
  );
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Whether the journal has the batch, and not one of another process under the same number. */
export async function isCommitted(
  stored: Pick<StoredBooks, 'readHash'>,
  unconfirmed: UnconfirmedBatch | null,
): Promise<boolean> {
  if (unconfirmed === null) return false;
  return (await stored.readHash(unconfirmed.last))?.equals(unconfirmed.hash) ?? false;
}

/** `isWritten` is null if the state could not be loaded. */
export function answerAfterRecovery({ error, requests }: LoopFailure, isWritten: boolean | null): void {
  for (const { waiting, executed } of requests) {
    if (isWritten === true) waiting.resolve(executed);
    else
      waiting.reject(
        isWritten === null ? new OutcomeUnknownError(error) : (findOutage(error) ?? new ExchangeRecoveringError(error)),
      );
  }
}

type PendingRead = Readonly<{ run: () => void; since: number; reject: (error: unknown) => void }>;

/** Reads that wait for the end of a batch, because memory is ahead of the database until then. */
export class PendingReads {
  private reads: PendingRead[] = [];

  add<Seen>(read: () => Seen): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(read());
        } catch (error) {
          reject(Error.isError(error) ? error : new Error(String(error)));
        }
      };
      this.reads.push({ run, since: performance.now(), reject });
    });
  }

  takeAll(): readonly PendingRead[] {
    const taken = this.reads;
    this.reads = [];
    return taken;
  }

  /** Running them later has no effect. */
  rejectLate(before: number, toError: () => Error): void {
    for (const { since, reject } of this.reads) if (since < before) reject(toError());
  }
}
