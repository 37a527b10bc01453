import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A connection on which nothing was asked for so long is closed while the service stops. */
const QUIET_MS = 1_000;
/** Callers on open connections have at least so long to hear that an answer is the last one on its connection. */
const NOTICE_MS = 250;
const LOOK_EVERY_MS = 20;

type Use = { answering: number; at: number };

/** The connections of the port, and when each was used last. */
export class OpenConnections {
  private readonly uses = new Map<Socket, Use>();

  opened(socket: Socket): void {
    this.uses.set(socket, { answering: 0, at: performance.now() });
    socket.once('close', () => this.uses.delete(socket));
  }

  asked(socket: Socket): void {
    const use = this.uses.get(socket);
    if (use) use.answering += 1;
  }

  answered(socket: Socket): void {
    const use = this.uses.get(socket);
    if (!use) return;
    use.answering -= 1;
    use.at = performance.now();
  }

  /**
   * Closes each connection once it has been quiet for a while, and returns when none is left or `milliseconds` are over. A connection
   * that is used meanwhile is closed by its answer, which says so: nobody then sends a request into a connection that is being closed.
   */
  async closeQuiet(milliseconds: number): Promise<void> {
    const began = performance.now();
    while (this.uses.size > 0 && performance.now() - began < milliseconds) {
      const now = performance.now();
      if (now - began >= NOTICE_MS) await this.close((use) => now - use.at >= QUIET_MS);
      if (this.uses.size > 0) await wait(LOOK_EVERY_MS);
    }
    await this.close(() => true);
  }

  /** Each is looked at again right after everything that has arrived was read. */
  private async close(isDue: (use: Use) => boolean): Promise<void> {
    for (const [socket, use] of this.uses) {
      if (use.answering > 0 || !isDue(use)) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (use.answering === 0 && isDue(use)) socket.destroy();
    }
  }
}
