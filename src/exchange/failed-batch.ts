/** Answers requests whose batch failed. A request that was answered before gets no second answer. */
import { findOutage, StorageFullError } from '../database/outage.js';
import { ANSWERED_WITHIN_MS, type LoopFailure } from './commit-loop.js';
import { ExchangeRecovering, OutcomeUnknownError } from './exchange-errors.js';
import type { StoredBooks } from './store/exchange-store.js';
import type { UnconfirmedBatch } from './writing/batch-writer.js';

/**
 * Answers at once if PostgreSQL reported that nothing was written, and later if it did not respond: after this time, and
 * earlier where a request has waited for long. Returns what ends the wait.
 */
export function answerBeforeRecovery({ error, underWay }: LoopFailure, patienceMs: number): () => void {
  const outage = findOutage(error);
  if (outage instanceof StorageFullError) for (const { waiting } of underWay) waiting.reject(outage);
  const longest = performance.now() - ANSWERED_WITHIN_MS;
  const timers = underWay.map(({ waiting }) =>
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
export function answerAfterRecovery({ error, underWay }: LoopFailure, isWritten: boolean | null): void {
  for (const { waiting, executed } of underWay) {
    if (isWritten === true) waiting.resolve(executed);
    else
      waiting.reject(
        isWritten === null ? new OutcomeUnknownError(error) : (findOutage(error) ?? new ExchangeRecovering(error)),
      );
  }
}
