/** The answers to the requests of clients, compared with the journal at once and at the end of a run. */
import { findOutage } from '../../../src/database/outage.js';
import type { CommandResult } from '../../../src/exchange/commit-loop.js';
import { DomainError } from '../../../src/errors/domain-error.js';
import { toText } from './memory-tables.js';
import type { CommittedCommand, Reference } from './reference.js';

/** `unknown` is an outcome that the client cannot know: the answer says so, or its process died. */
export type Outcome = 'done' | 'nothing changed' | 'unknown';

type Attempt = Readonly<{ id: string; commands: number; outcome: Outcome }>;

/** Codes of errors that the simulation makes up and that no part of the service knows. */
const INJECTED = new Set(['P0001', 'XX000']);

export class Requests {
  private readonly attempts: Attempt[] = [];
  /** The order of each name, and what its first acknowledgment said. */
  private readonly orders = new Map<string, number>();

  constructor(
    private readonly reference: Reference,
    private readonly report: (fault: string) => void,
  ) {}

  /** An answer is checked when it comes: what it says is in the journal already. */
  acknowledge(id: string, results: readonly CommandResult[], commands: number): void {
    this.attempts.push({ id, commands, outcome: 'done' });
    if (results.length !== commands) this.report(`${id} has ${results.length} results for ${commands} commands`);
    for (const { seq, events } of results) {
      const committed = this.reference.commands[seq - 1];
      if (committed === undefined) this.report(`${id} was acknowledged as command ${seq}, which is not committed`);
      else if (committed.attempt !== id)
        this.report(`${id} was acknowledged as command ${seq}, which is ${String(committed.attempt)}`);
      else if (committed.events !== toText(events))
        this.report(`${id} was answered with ${toText(events)}, and a replay says ${committed.events}`);
    }
  }

  fail(id: string, error: unknown, commands: number): Outcome {
    const outcome = this.judge(id, error);
    this.attempts.push({ id, commands, outcome });
    return outcome;
  }

  /** Of a read: whether the service may refuse it so. */
  checkRefusal(what: string, error: unknown): void {
    this.judge(what, error);
  }

  /** A client's name for an order stands for the same order in every answer. */
  checkName(name: string, results: readonly CommandResult[]): void {
    for (const event of results.flatMap(({ events }) => events)) {
      if (event.type !== 'ActionAccepted' && event.type !== 'ActionReplayed') continue;
      const { orderId } = event;
      if (orderId === null) continue;
      const known = this.orders.get(name) ?? orderId;
      if (known !== orderId) this.report(`${name} is order ${known} and order ${orderId}`);
      this.orders.set(name, known);
    }
  }

  /** Everything that was acknowledged is there once and as a whole; nothing of what changed nothing is there. */
  checkJournal(): void {
    const committed = Map.groupBy(this.reference.commands, ({ attempt }) => attempt);
    for (const attempt of this.attempts) {
      const fault = findFault(attempt, committed.get(attempt.id) ?? []);
      if (fault !== null) this.report(`${attempt.id} ${fault}`);
    }
  }

  private judge(id: string, error: unknown): Outcome {
    if (error === 'dead') return 'unknown';
    if (error instanceof DomainError && error.kind === 'busy')
      return error.code === 'outcome_unknown' ? 'unknown' : 'nothing changed';
    const { code } = error as { code?: unknown };
    if (findOutage(error) === null && !INJECTED.has(String(code)))
      this.report(`${id} failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    return 'nothing changed';
  }
}

function findFault({ commands, outcome }: Attempt, found: readonly CommittedCommand[]): string | null {
  const [first] = found;
  if (first === undefined) return outcome === 'done' ? 'was acknowledged, and is not in the journal' : null;
  if (outcome === 'nothing changed') return `was refused because nothing was changed, and is command ${first.seq}`;
  const isWhole = found.length === commands && found.every(({ seq }, n) => seq === first.seq + n);
  return isWhole ? null : `has ${found.length} of its ${commands} commands, or twice`;
}
