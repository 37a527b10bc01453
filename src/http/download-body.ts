import { PassThrough, type Readable } from 'node:stream';
import { limits } from './limits.js';

/** The reader hung up, took nothing for too long, or was too slow altogether. Nobody is left to be told. */
export class ReaderGone extends Error {}

/** So much is handed over at a time, so that a slow reader is told from one who has stopped. */
const PIECE_BYTES = 32_768;

/** The body of an answer that is written while it is read: `write` waits until the reader has taken what came before, so no more than a few pieces are ever held. */
export class DownloadBody {
  private readonly stream = new PassThrough({ highWaterMark: PIECE_BYTES });
  private isBegun = false;
  private readonly endsAt = performance.now() + limits.downloadMs;

  constructor(private readonly stallMs: number = limits.downloadStallMs) {
    // A failure is thrown by `write` or handed to `break`; the stream only carries it to the connection.
    this.stream.on('error', () => undefined);
  }

  get readable(): Readable {
    return this.stream;
  }

  get hasBegun(): boolean {
    return this.isBegun;
  }

  async write(text: string): Promise<void> {
    this.isBegun = true;
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      if (this.stream.destroyed || performance.now() > this.endsAt) throw new ReaderGone();
      if (!this.stream.write(bytes.subarray(at, at + PIECE_BYTES))) await this.drained();
    }
  }

  end(): void {
    this.stream.end();
  }

  /** The connection breaks, so that what was sent does not look like the whole. */
  break(error: Error): void {
    this.stream.destroy(error);
  }

  private drained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stream } = this;
      const settle = (isTaken: boolean): void => {
        clearTimeout(timer);
        stream.off('drain', taken).off('close', gone);
        if (isTaken) resolve();
        else reject(new ReaderGone());
      };
      const taken = (): void => {
        settle(true);
      };
      const gone = (): void => {
        settle(false);
      };
      const timer = setTimeout(gone, this.stallMs).unref();
      stream.once('drain', taken).once('close', gone);
    });
  }
}
