import { Injectable } from '@nestjs/common';
import type { StreamLease } from '../../access/stream-leases.service.js';
import { isToken, createToken, hashToken } from '../tokens/token.js';
import { TooManyTicketsError } from '../auth-errors.js';

export type IssuedTicket = Readonly<{ ticket: string; expiresInSeconds: number }>;

type StoredTicket = Readonly<{ lease: StreamLease; userId: number; expiresAt: number }>;

const TICKET_SECONDS = 30;

/** As many streams as one user may open by default, each with a ticket of its own. */
const TICKETS_MAX = 2000;

/**
 * Tickets for streams: a browser can send no token with a WebSocket or an EventSource, and a token in an address would stand in logs.
 * A ticket opens one stream within seconds and is worth nothing afterwards. The stream lasts no longer than the access of the caller who asked
 * for the ticket. They are kept in the memory of this process alone, as digests: a restart forgets them, and another is asked for.
 *
 * Invariant: `kept` is in order of age, because every ticket lives equally long.
 */
@Injectable()
export class TicketsService {
  private readonly tickets = new Map<string, StoredTicket>();
  private readonly counts = new Map<number, number>();

  issue(lease: StreamLease): IssuedTicket {
    const now = performance.now();
    this.removeExpired(now);
    const userId = lease.actor.actingUserId;
    const count = this.counts.get(userId) ?? 0;
    if (count >= TICKETS_MAX) throw new TooManyTicketsError(TICKETS_MAX, TICKET_SECONDS);
    const ticket = createToken('ticket');
    this.tickets.set(hashToken(ticket), { lease, userId, expiresAt: now + TICKET_SECONDS * 1000 });
    this.counts.set(userId, count + 1);
    return { ticket, expiresInSeconds: TICKET_SECONDS };
  }

  /** Null for a ticket that is worth nothing. It is spent before anything is asked, so of many who show it at once one gets in. */
  async redeem(ticket: string): Promise<StreamLease | null> {
    const stored = isToken('ticket', ticket) ? this.remove(hashToken(ticket)) : undefined;
    const now = performance.now();
    if (!stored || now >= stored.expiresAt || now >= stored.lease.expiresAt) return null;
    return (await stored.lease.isStillValid()) ? stored.lease : null;
  }

  private remove(digest: string): StoredTicket | undefined {
    const stored = this.tickets.get(digest);
    if (!stored) return undefined;
    this.tickets.delete(digest);
    const remaining = (this.counts.get(stored.userId) ?? 1) - 1;
    if (remaining > 0) this.counts.set(stored.userId, remaining);
    else this.counts.delete(stored.userId);
    return stored;
  }

  private removeExpired(now: number): void {
    for (const [digest, { expiresAt }] of this.tickets) {
      if (expiresAt > now) return;
      this.remove(digest);
    }
  }
}
