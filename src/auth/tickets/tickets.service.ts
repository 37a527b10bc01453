import { Injectable } from '@nestjs/common';
import type { StreamLease } from '../../access/stream-lease.js';
import { isToken, newToken, tokenDigest } from '../token.js';
import { TooManyTickets } from './ticket-errors.js';

export type IssuedTicket = Readonly<{ ticket: string; expiresInSeconds: number }>;

type StoredTicket = Readonly<{ admission: StreamLease; holder: number; until: number }>;

const TICKET_SECONDS = 30;

/** As many streams as one user may open by default, each with a ticket of its own. */
const TICKETS_MAX = 2000;

/**
 * Tickets for streams: a browser can send no token with a WebSocket or an EventSource, and a token in an address would stand in logs.
 * A ticket opens one stream within seconds and is worth nothing afterwards. Whoever comes by one stays no longer than whoever asked
 * for it might. They are kept in the memory of this process alone, as digests: a restart forgets them, and another is asked for.
 *
 * Invariant: `kept` is in order of age, because every ticket lives equally long.
 */
@Injectable()
export class TicketsService {
  private readonly kept = new Map<string, StoredTicket>();
  private readonly counts = new Map<number, number>();

  issue(admission: StreamLease): IssuedTicket {
    const now = performance.now();
    this.forgetOld(now);
    const holder = admission.actor.actingUserId;
    const count = this.counts.get(holder) ?? 0;
    if (count >= TICKETS_MAX) throw new TooManyTickets(TICKETS_MAX, TICKET_SECONDS);
    const ticket = newToken('ticket');
    this.kept.set(tokenDigest(ticket), { admission, holder, until: now + TICKET_SECONDS * 1000 });
    this.counts.set(holder, count + 1);
    return { ticket, expiresInSeconds: TICKET_SECONDS };
  }

  /** Null for a ticket that is worth nothing. It is spent before anything is asked, so of many who show it at once one gets in. */
  async redeem(ticket: string): Promise<StreamLease | null> {
    const kept = isToken('ticket', ticket) ? this.take(tokenDigest(ticket)) : undefined;
    const now = performance.now();
    if (!kept || now >= kept.until || now >= kept.admission.expiresAt) return null;
    return (await kept.admission.stillHolds()) ? kept.admission : null;
  }

  private take(digest: string): StoredTicket | undefined {
    const kept = this.kept.get(digest);
    if (!kept) return undefined;
    this.kept.delete(digest);
    const left = (this.counts.get(kept.holder) ?? 1) - 1;
    if (left > 0) this.counts.set(kept.holder, left);
    else this.counts.delete(kept.holder);
    return kept;
  }

  private forgetOld(now: number): void {
    for (const [digest, { until }] of this.kept) {
      if (until > now) return;
      this.take(digest);
    }
  }
}
