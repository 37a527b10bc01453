/**
 * Calls of the exchange for a request with an `Idempotency-Key`. Their results are written in the transaction of the
 * commands, so after a crash a copy of the request finds them and rebuilds the response instead of executing the
 * commands again.
 */
import type { EngineEvent } from '../../engine/event.js';
import type { SqlStatement } from './columns.js';

/** More than fit into the queue, so that no call in progress is evicted. */
const REMEMBERED_MAX = 20_000;

/**
 * Calls under an `Idempotency-Key` that the loop has accepted: it accepts one copy of a request. Usually the lock of
 * the request's transaction ensures this; here it is ensured when that connection is lost while the commands are in
 * progress.
 */
export class KeyedCalls {
  private readonly taken = new Set<string>();

  /** Whether it is the first. */
  take(keyed: KeyedCall | null): boolean {
    if (keyed === null) return true;
    const name = nameOf(keyed);
    if (this.taken.has(name)) return false;
    this.taken.add(name);
    for (const oldest of this.taken) {
      if (this.taken.size <= REMEMBERED_MAX) break;
      this.taken.delete(oldest);
    }
    return true;
  }

  /** The call had no effect, so another copy may run. */
  forget(keyed: KeyedCall | null): void {
    if (keyed !== null) this.taken.delete(nameOf(keyed));
  }
}

const nameOf = ({ digest, call }: KeyedCall): string => `${digest} ${call}`;

/** The request's key as digests, and the index of the call in the request. */
export type KeyedCall = Readonly<{ digest: string; fingerprint: string; call: number }>;

/** The result of a call as text. */
export type KeyedResult = KeyedCall & Readonly<{ text: string }>;

/** A command and its events. */
type KeyedCallEntry = Readonly<{ seq: number; time: number; events: readonly EngineEvent[] }>;

const WRITE = `
  insert into idempotent_answers as kept (digest, fingerprint, expires_at, commands)
  values ($1, $2, now() + interval '72 hours', jsonb_build_object($3::text, $4::jsonb))
  on conflict (digest) do update set fingerprint = excluded.fingerprint, expires_at = excluded.expires_at,
    (answer, commands) = (select case when is_same then kept.answer end, case when is_same then coalesce(kept.commands, '{}') || excluded.commands else excluded.commands end
      from (select kept.fingerprint = excluded.fingerprint and kept.expires_at > now() as is_same) one)`;

/** One statement each: they are rare, and two calls of one request in a batch would update the same row. */
export function buildKeyedStatements(results: readonly KeyedResult[]): SqlStatement[] {
  return results.map(({ digest, fingerprint, call, text }) => ({
    text: WRITE,
    values: [digest, fingerprint, String(call), text],
  }));
}

/** Null if a command was rejected: nothing was executed, and the key can be used again. */
export function formatResults(entries: readonly KeyedCallEntry[]): string | null {
  if (entries.some(({ events }) => events.some(({ type }) => type === 'CommandRefused' || type === 'ActionRefused')))
    return null;
  return JSON.stringify(
    entries.map(({ seq, time, events }) => ({ seq, time, events })),
    writeWhole,
  );
}

/** Parses the text of the database. */
export const parseResults = (results: unknown): readonly KeyedCallEntry[] =>
  readWhole(results) as readonly KeyedCallEntry[];

/** Text of a caller is never an object, so no caller can forge a result. */
const writeWhole = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { whole: String(value) } : value;

function readWhole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readWhole);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === 'whole' && typeof first[1] === 'string') return BigInt(first[1]);
  return Object.fromEntries(entries.map(([name, inner]) => [name, readWhole(inner)]));
}
