/** The answers to requests whose commands were in a batch that failed. A request that was answered before gets no second answer. */
import { findOutage, StorageFullError } from '../database/outage.js';
import type { LoopFailure } from './commit-loop.js';
import { ExchangeRecovering, OutcomeUnknownError } from './exchange-errors.js';

/** At once, where PostgreSQL has said itself that nothing was written; and after a while, where it has not said anything. */
export function answerBeforeRecovery({ error, underWay }: LoopFailure, patienceMs: number): NodeJS.Timeout {
  const outage = findOutage(error);
  if (outage instanceof StorageFullError) for (const { waiting } of underWay) waiting.reject(outage);
  return setTimeout(() => {
    for (const { waiting } of underWay) waiting.reject(new OutcomeUnknownError(error));
  }, patienceMs);
}

/** `isWritten` is null where the books could not be read. */
export function answerAfterRecovery({ error, underWay }: LoopFailure, isWritten: boolean | null): void {
  for (const { waiting, executed } of underWay) {
    if (isWritten === true) waiting.resolve(executed);
    else
      waiting.reject(
        isWritten === null ? new OutcomeUnknownError(error) : (findOutage(error) ?? new ExchangeRecovering(error)),
      );
  }
}
