import { PassThrough, type Readable } from 'node:stream';
import { limits } from './limits.js';
import { DownloadsBusyError, TooManyDownloadsError } from './http-errors.js';

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

/** The reader disconnected, stopped reading, or was too slow. No one can receive an error. */
export class DownloadAbortedError extends Error {}

/** The size of one write, so that a slow reader can be distinguished from a stopped one. */
const CHUNK_BYTES = 32_768;

/**
 * A response body that is written while it is read: `write` waits until the reader has taken the previous data, so only
 * a few pieces are in memory.
 */
export class DownloadBody {
  private readonly stream = new PassThrough({ highWaterMark: CHUNK_BYTES });
  private isStarted = false;
  private readonly endsAt = performance.now() + limits.downloadMs;

  constructor() {
    // Errors are thrown by `write` or passed to `break`; the stream only breaks the connection.
    this.stream.on('error', () => undefined);
  }

  get readable(): Readable {
    return this.stream;
  }

  get hasStarted(): boolean {
    return this.isStarted;
  }

  async write(text: string): Promise<void> {
    this.isStarted = true;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      if (this.stream.destroyed || performance.now() > this.endsAt) throw new DownloadAbortedError();
      if (!this.stream.write(bytes.subarray(at, at + CHUNK_BYTES))) await this.waitForDrain();
    }
  }

  end(): void {
    this.stream.end();
  }

  /** Breaks the connection, so that the data does not look complete. */
  abort(error: Error): void {
    this.stream.destroy(error);
  }

  private waitForDrain(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stream } = this;
      const settle = (isDrained: boolean): void => {
        clearTimeout(timer);
        stream.off('drain', onDrain).off('close', onClose);
        if (isDrained) resolve();
        else reject(new DownloadAbortedError());
      };
      const onDrain = (): void => {
        settle(true);
      };
      const onClose = (): void => {
        settle(false);
      };
      const timer = setTimeout(onClose, limits.downloadStallMs).unref();
      stream.once('drain', onDrain).once('close', onClose);
    });
  }
}
