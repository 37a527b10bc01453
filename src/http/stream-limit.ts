import { TooManyStreamsError } from './upgrade-errors.js';

/** The user and the key, as for the rate limits: the administrator, not the customer. */
type StreamHolder = Readonly<{ actingUserId: number; clientId: string | null }>;

type Limits = Readonly<{ perUser: number; perKey: number }>;

/** Limits open streams per user across keys, and per key across users; sockets and event streams together. */
export class StreamLimit {
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  /** Call the returned function once, when the stream has ended. */
  acquire({ actingUserId, clientId }: StreamHolder): () => void {
    const { perUser, perKey } = this.limits;
    const user = `user ${actingUserId}`;
    const key = clientId === null ? null : `key ${clientId}`;
    if (this.countOpen(user) >= perUser) throw new TooManyStreamsError(perUser, 'user');
    if (key !== null && this.countOpen(key) >= perKey) throw new TooManyStreamsError(perKey, 'API key');
    const holders = key === null ? [user] : [user, key];
    for (const holder of holders) this.counts.set(holder, this.countOpen(holder) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const holder of holders) this.release(holder);
    };
  }

  private countOpen(holder: string): number {
    return this.counts.get(holder) ?? 0;
  }

  private release(holder: string): void {
    const remaining = this.countOpen(holder) - 1;
    if (remaining > 0) this.counts.set(holder, remaining);
    else this.counts.delete(holder);
  }
}
