/**
 * How many orders a command may end in one batch. The journal stores the size with each command, so that another size
 * tomorrow replays today's journal.
 */
import type { CommandBody, ContinueCommand, PortionedCommand } from '../engine/command.js';
import type { EngineEvent } from '../engine/event.js';
import type { PendingCommand } from '../engine/pending-command.js';

/**
 * A command that ends at most `whole` orders is answered at once. `first` is the first portion of a larger one: finding all of its orders
 * takes time, too. Other requests wait at most 100 ms, also on a busy machine.
 */
export type PortionSizes = Readonly<{ whole: number; first: number; next: number }>;

export const PORTION_SIZES: PortionSizes = { whole: 1_000, first: 100, next: 500 };

const portioned: ReadonlySet<CommandBody['type']> = new Set<PortionedCommand['type']>([
  'MassCancellation',
  'DisableAccount',
  'ExpireInstrument',
  'OpenSession',
  'CloseSession',
]);

/** The portions of one batch: each command of a request may end many orders. */
export class Portions {
  private left: number;

  constructor(private readonly sizes = PORTION_SIZES) {
    this.left = 2 * sizes.whole;
  }

  limit(body: CommandBody): CommandBody {
    return portioned.has(body.type)
      ? {
          ...(body as PortionedCommand),
          portion: Math.min(this.sizes.whole, this.left),
          first: Math.min(this.sizes.first, this.left),
        }
      : body;
  }

  count(body: CommandBody, events: readonly EngineEvent[]): void {
    if (portioned.has(body.type))
      this.left = Math.max(
        0,
        this.left - events.filter(({ type }) => type === 'OrderCancelled' || type === 'OrderExpired').length,
      );
  }
}

/** The turns of pending commands: a portion is a batch of its own, alternating with batches of waiting requests. */
export class ContinuationTurns {
  /** The command that was continued last, and whether that was in the last batch. */
  private continued = 0;
  private hasContinued = false;

  constructor(private readonly sizes = PORTION_SIZES) {}

  /** The next portion if it is the turn of one, or null. */
  take(pending: ReadonlyMap<number, PendingCommand>, hasRequests: boolean): ContinueCommand | null {
    const isTurn = pending.size > 0 && !(this.hasContinued && hasRequests);
    const next = isTurn ? findNextPending(pending, this.continued) : null;
    this.hasContinued = next !== null;
    this.continued = next ?? this.continued;
    return next === null ? null : { type: 'ContinueCommand', commandSeq: next, portion: this.sizes.next };
  }
}

/** The pending command after the one that was continued last, in turn. */
function findNextPending(pending: ReadonlyMap<number, PendingCommand>, last: number): number | null {
  const seqs = [...pending.keys()].sort((a, b) => a - b);
  return seqs.find((seq) => seq > last) ?? seqs[0] ?? null;
}
