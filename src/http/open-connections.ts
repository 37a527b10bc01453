import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The idle time after which a connection is closed during the stop. */
const IDLE_MS = 1_000;
/** The minimum time for clients on open connections to receive a last response. */
const NOTICE_MS = 250;
const POLL_MS = 20;

type ConnectionUse = { inFlight: number; lastUsedAt: number };

/** The connections of the port with their last use. */
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
   * Closes each connection once it is idle, and returns when none is left or `milliseconds` are over. A connection that
   * is used meanwhile is closed by its response, which announces it, so that no request is sent into a closing
   * connection.
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

  /** Checked again after everything that has arrived was read. */
  private async close(isDue: (use: ConnectionUse) => boolean): Promise<void> {
    for (const [socket, use] of this.uses) {
      if (use.inFlight > 0 || !isDue(use)) continue;
      await new Promise((resolve) => setImmediate(resolve));
      if (use.inFlight === 0 && isDue(use)) socket.destroy();
    }
  }
}
