import { PassThrough, type Readable } from 'node:stream';
import { limits } from './limits.js';

/** The reader hung up, read nothing for too long, or was too slow altogether. Nobody is left to receive an error. */
export class DownloadAbortedError extends Error {}

/** Written at a time, so that a slow reader can be distinguished from one who has stopped. */
const CHUNK_BYTES = 32_768;

/** The body of an answer that is written while it is read: `write` waits until the reader has taken what came before, so no more than a few pieces are ever held. */
export class DownloadBody {
  private readonly stream = new PassThrough({ highWaterMark: CHUNK_BYTES });
  private isStarted = false;
  private readonly endsAt = performance.now() + limits.downloadMs;

  constructor(private readonly stallMs: number = limits.downloadStallMs) {
    // A failure is thrown by `write` or handed to `break`; the stream only carries it to the connection.
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

  /** The connection breaks, so that what was sent does not look like the whole. */
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
      const timer = setTimeout(onClose, this.stallMs).unref();
      stream.once('drain', onDrain).once('close', onClose);
    });
  }
}
