import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A connection on which nothing was asked for so long is closed while the service stops. */
const IDLE_MS = 1_000;
/** Callers on open connections have at least so long to hear that an answer is the last one on its connection. */
const NOTICE_MS = 250;
const POLL_MS = 20;

type ConnectionUse = { inFlight: number; lastUsedAt: number };

/** The connections of the port, and when each was used last. */
export class OpenConnections {
  private readonly uses = new Map<Socket, ConnectionUse>();

  onOpened(socket: Socket): void {
    this.uses.set(socket, { inFlight: 0, lastUsedAt: performance.now() });
    socket.once('close', () => this.uses.delete(socket));
  }

  onRequest(socket: Socket): void {
    const use = this.uses.get(socket);
    if (use) use.inFlight += 1;
  }

  onResponse(socket: Socket): void {
    const use = this.uses.get(socket);
    if (!use) return;
    use.inFlight -= 1;
    use.lastUsedAt = performance.now();
  }

  /**
   * Closes each connection once it has been quiet for a while, and returns when none is left or `milliseconds` are over. A connection
   * that is used meanwhile is closed by its answer, which says so: nobody then sends a request into a connection that is being closed.
   */
  async closeIdle(milliseconds: number): Promise<void> {
    const startedAt = performance.now();
    while (this.uses.size > 0 && performance.now() - startedAt < milliseconds) {
      const now = performance.now();
      if (now - startedAt >= NOTICE_MS) await this.close((use) => now - use.lastUsedAt >= IDLE_MS);
      if (this.uses.size > 0) await wait(POLL_MS);
    }
    await this.close(() => true);
  }

  /** Each is looked at again right after everything that has arrived was read. */
  private async close(isDue: (use: ConnectionUse) => boolean): Promise<void> {
    for (const [socket, use] of this.uses) {
      if (use.inFlight > 0 || !isDue(use)) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (use.inFlight === 0 && isDue(use)) socket.destroy();
    }
  }
}
