import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { StreamLease, EndReason } from './stream-lease.js';
import { AccessChangesService } from './access-changes.service.js';

/** Many announcements come together, when somebody signs out everywhere; one look answers them all. */
const LOOK_AFTER_MS = 50;
/** Timers run at most 24 days. */
const TIMER_MAX_MS = 2 ** 31 - 1;

type Stay = Readonly<{ admission: StreamLease; leave: (why: EndReason) => void }>;

/** Shows out whoever has stayed longer than they may: their token has expired, or was taken away. */
@Injectable()
export class StreamLeasesService implements OnModuleInit {
  private readonly log = new Logger(StreamLeasesService.name);
  private readonly stays = new Set<Stay>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly changes: AccessChangesService) {}

  onModuleInit(): void {
    this.changes.onChange(() => {
      if (this.stays.size > 0) this.lookSoon();
    });
  }

  /** `leave` is called once at most. Call what is returned when they have left by themselves. */
  watch(admission: StreamLease, leave: (why: EndReason) => void): () => void {
    const end = (why: EndReason): void => {
      if (over()) leave(why);
    };
    const stay: Stay = { admission, leave: end };
    const left = admission.expiresAt - performance.now();
    const timer = setTimeout(() => end('expired'), Math.min(Math.max(left, 0), TIMER_MAX_MS)).unref();
    const over = (): boolean => {
      clearTimeout(timer);
      return this.stays.delete(stay);
    };
    this.stays.add(stay);
    return over;
  }

  private lookSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      for (const stay of this.stays) void this.look(stay);
    }, LOOK_AFTER_MS).unref();
  }

  /** Where the database cannot say it, nobody who was let in is shown out: it is asked again as soon as it is heard again. */
  private async look({ admission, leave }: Stay): Promise<void> {
    try {
      if (!(await admission.stillHolds())) leave(performance.now() >= admission.expiresAt ? 'expired' : 'revoked');
    } catch (error) {
      this.log.warn(`Whether a stream may go on cannot be asked: ${String(error)}`);
    }
  }
}
