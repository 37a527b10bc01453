import { DownloadsBusyError, TooManyDownloadsError } from './http-errors.js';
import { limits } from './limits.js';

/** Limits simultaneous downloads of long lists: each holds a database connection. */
export class DownloadSlots {
  private readonly counts = new Map<number, number>();
  private total = 0;

  /** Called for every download that broke because of an error of this service. */
  constructor(readonly onFailure: (error: unknown, requestId: string) => void) {}

  /** Call the returned function once, when the download has ended. */
  acquire(userId: number): () => void {
    const own = this.counts.get(userId) ?? 0;
    if (own >= limits.downloadsPerUser) throw new TooManyDownloadsError(limits.downloadsPerUser);
    if (this.total >= limits.downloads) throw new DownloadsBusyError(limits.downloads);
    this.counts.set(userId, own + 1);
    this.total += 1;
    return () => {
      this.release(userId);
    };
  }

  private release(userId: number): void {
    const own = (this.counts.get(userId) ?? 0) - 1;
    if (own > 0) this.counts.set(userId, own);
    else this.counts.delete(userId);
    this.total -= 1;
  }
}
