/** The answers to the requests of clients, compared with the journal at once and at the end of a run. */
import { findOutage } from '../../../src/database/outage.js';
import type { CommandResult } from '../../../src/exchange/commit-loop.js';
import { DomainError } from '../../../src/errors/domain-error.js';
import { RequestInProgressError } from '../../../src/idempotency/idempotency-errors.js';
import { toText } from './memory-tables.js';
import type { CommittedCommand, Reference } from './reference.js';

/** `unknown` is an outcome that the client cannot know: the answer says so, or its process died. */
export type Outcome = 'done' | 'nothing changed' | 'unknown';

type Attempt = Readonly<{ id: string; commands: number; outcome: Outcome }>;

const REFUSAL = /"type":"(Command|Action)Refused"/;

/** Codes of errors that the simulation makes up and that no part of the service knows. */
const INJECTED = new Set(['P0001', 'XX000']);

export class Requests {
  private readonly attempts: Attempt[] = [];
  /** The order of each name, and what its first acknowledgment said. */
  private readonly orders = new Map<string, number>();
  /** The `Idempotency-Key` of an attempt. */
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly reference: Reference,
    private readonly report: (fault: string) => void,
  ) {}

  begin(id: string, key: string | null): void {
    if (key !== null) this.keys.set(id, key);
  }

  /** An answer is checked when it comes: what it says is in the journal already. */
  acknowledge(id: string, results: readonly CommandResult[], commands: number): void {
    this.attempts.push({ id, commands, outcome: 'done' });
    if (results.length !== commands) this.report(`${id} has ${results.length} results for ${commands} commands`);
    for (const { seq, events } of results) {
      const committed = this.reference.commands[seq - 1];
      if (committed === undefined) this.report(`${id} was acknowledged as command ${seq}, which is not committed`);
      else if (committed.attempt !== id && !this.haveSameKey(id, committed.attempt))
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

  private haveSameKey(id: string, other: string | null): boolean {
    const key = this.keys.get(id);
    return key !== undefined && other !== null && this.keys.get(other) === key;
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
      const found = committed.get(attempt.id) ?? [];
      // An answer under a key may be that of an earlier attempt: it was compared when it came.
      if (found.length === 0 && this.keys.has(attempt.id)) continue;
      const fault = findFault(attempt, found);
      if (fault !== null) this.report(`${attempt.id} ${fault}`);
    }
    this.checkKeys(committed);
  }

  /** The commands of a key are carried out once. What was refused as a whole or in part leaves the key free. */
  private checkKeys(committed: ReadonlyMap<string | null, readonly CommittedCommand[]>): void {
    const carriedOut = new Map<string, string>();
    for (const [id, key] of this.keys) {
      const found = committed.get(id) ?? [];
      if (found.length === 0 || found.some(({ events }) => REFUSAL.test(events))) continue;
      const first = carriedOut.get(key);
      if (first !== undefined) this.report(`${key} was carried out by ${first} and by ${id}`);
      carriedOut.set(key, id);
    }
  }

  private judge(id: string, error: unknown): Outcome {
    if (error === 'dead') return 'unknown';
    if (error instanceof DomainError && error.code === 'outcome_unknown') return 'unknown';
    if (!isRetryable(error) && !(error instanceof RequestInProgressError && this.keys.has(id)))
      this.report(`${id} failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    return 'nothing changed';
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof DomainError && error.kind === 'busy') return true;
  return findOutage(error) !== null || INJECTED.has(String((error as { code?: unknown }).code));
}

function findFault({ commands, outcome }: Attempt, found: readonly CommittedCommand[]): string | null {
  const [first] = found;
  if (first === undefined) return outcome === 'done' ? 'was acknowledged, and is not in the journal' : null;
  if (outcome === 'nothing changed') return `was refused because nothing was changed, and is command ${first.seq}`;
  const isWhole = found.length === commands && found.every(({ seq }, n) => seq === first.seq + n);
  return isWhole ? null : `has ${found.length} of its ${commands} commands, or twice`;
}
