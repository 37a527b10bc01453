import { TooManyStreams } from './upgrade-errors.js';

/** Who acts, and by which key, as for the rate limits: an administrator and not the customer they act for. */
type Holder = Readonly<{ actingUserId: number; clientId: string | null }>;

type Limits = Readonly<{ perUser: number; perKey: number }>;

/** How many streams a user may have open at a time, by whatever key, and an API key, for whatever user; sockets and event streams together. */
export class StreamLimit {
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  /** Call what is returned when the stream has ended; once. */
  enter({ actingUserId, clientId }: Holder): () => void {
    const { perUser, perKey } = this.limits;
    const user = `user ${actingUserId}`;
    const key = clientId === null ? null : `key ${clientId}`;
    if (this.open(user) >= perUser) throw new TooManyStreams(perUser, 'user');
    if (key !== null && this.open(key) >= perKey) throw new TooManyStreams(perKey, 'API key');
    const held = key === null ? [user] : [user, key];
    for (const one of held) this.counts.set(one, this.open(one) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      for (const one of held) this.leave(one);
    };
  }

  private open(one: string): number {
    return this.counts.get(one) ?? 0;
  }

  private leave(one: string): void {
    const left = this.open(one) - 1;
    if (left > 0) this.counts.set(one, left);
    else this.counts.delete(one);
  }
}
