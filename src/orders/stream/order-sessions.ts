import { randomBytes } from 'node:crypto';
import type { Actor } from '../../access/actor.js';

/** How long the answers of a connection are held after its end. */
const RETENTION_MS = 300_000;
const ENDED_SESSIONS_MAX = 2_000;
/** A client with 100 unanswered messages, the limit, finds each of them here. */
const ANSWERS_MAX = 200;
/** Beyond these, an answer is held without its body. */
const SESSION_BYTES_MAX = 262_144;
const TOTAL_BYTES_MAX = 67_108_864;

/** The answer to a request: `text` as it was sent; null if the bodies take too much memory. */
export type HeldAnswer = Readonly<{ status: number; actionIds: readonly number[]; text: string | null }>;

/** The connection of a session, as a later connection needs it. */
type SessionStream = Readonly<{
  /** Closes the connection; nothing further is accepted. */
  handOver: () => void;
  /** Resolves when everything accepted is answered. */
  settled: () => Promise<void>;
}>;

/** The memory that held answers take. */
type HeldBytes = { total: number };

/** What became of the requests of a connection, for its client after a disconnect. */
export class OrderSession {
  readonly id = randomBytes(16).toString('base64url');
  endedAt: number | null = null;
  private readonly answers = new Map<string, HeldAnswer>();
  private bytes = 0;

  constructor(
    readonly holder: string,
    readonly stream: SessionStream,
    private readonly heldBytes: HeldBytes,
  ) {}

  hold(requestId: string, { status, actionIds, text }: HeldAnswer): void {
    this.drop(requestId);
    if (this.answers.size >= ANSWERS_MAX) {
      const [oldest] = this.answers.keys();
      if (oldest !== undefined) this.drop(oldest);
    }
    const size = text?.length ?? 0;
    const fits = this.bytes + size <= SESSION_BYTES_MAX && this.heldBytes.total + size <= TOTAL_BYTES_MAX;
    if (fits) this.count(size);
    this.answers.set(requestId, { status, actionIds, text: fits ? text : null });
  }

  find(requestId: string): HeldAnswer | undefined {
    return this.answers.get(requestId);
  }

  clear(): void {
    this.count(-this.bytes);
    this.answers.clear();
  }

  private drop(requestId: string): void {
    this.count(-(this.answers.get(requestId)?.text?.length ?? 0));
    this.answers.delete(requestId);
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    this.heldBytes.total += bytes;
  }
}

/** The sessions of open connections, and of those that ended some minutes ago. They are in the memory of this process. */
export class OrderSessions {
  private readonly open = new Map<string, OrderSession>();
  /** In the order of their ends. */
  private readonly ended = new Map<string, OrderSession>();
  private readonly heldBytes: HeldBytes = { total: 0 };

  begin(actor: Actor, stream: SessionStream): OrderSession {
    const session = new OrderSession(toHolder(actor), stream, this.heldBytes);
    this.open.set(session.id, session);
    return session;
  }

  end(session: OrderSession, now: number): void {
    session.endedAt = now;
    this.open.delete(session.id);
    this.ended.set(session.id, session);
    this.removeExpired(now);
  }

  /** Null for an unknown session, and for that of another user or key. */
  find(id: string, actor: Actor, now: number): OrderSession | null {
    this.removeExpired(now);
    const session = this.open.get(id) ?? this.ended.get(id);
    return session?.holder === toHolder(actor) ? session : null;
  }

  private removeExpired(now: number): void {
    for (const [id, session] of this.ended) {
      const isExpired = now - (session.endedAt ?? now) >= RETENTION_MS;
      if (!isExpired && this.ended.size <= ENDED_SESSIONS_MAX) return;
      this.ended.delete(id);
      session.clear();
    }
  }
}

const toHolder = ({ userId, actingUserId, clientId }: Actor): string => `${userId} ${actingUserId} ${clientId}`;
