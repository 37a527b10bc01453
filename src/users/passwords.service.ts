import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';
import { hashPassword, needsRehash, RECOMMENDED_PARAMETERS, verifyPassword } from './password.js';
import { PasswordQueue, type QueuedUser } from './password-queue.js';

/** One processor stays free for everything else, and nobody waits for more than a few seconds. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const WAITING_MAX = 64 * AT_ONCE;

/** Hashes and verifies passwords without ever taking all of the machine. */
@Injectable()
export class PasswordsService implements OnModuleInit {
  private readonly queue = new PasswordQueue(AT_ONCE, WAITING_MAX);
  private readonly parameters = RECOMMENDED_PARAMETERS;
  private decoy = '';

  constructor(private readonly metrics: Metrics) {
    metrics.passwordQueue.register(() => this.queue.figures);
  }

  async onModuleInit(): Promise<void> {
    this.decoy = await hashPassword(Buffer.from('nobody has this password'), this.parameters);
  }

  hash(password: Buffer, waiter: QueuedUser): Promise<string> {
    return this.runInTurn(waiter, () => hashPassword(password, this.parameters));
  }

  /**
   * For no user (null) the result is false, and takes as long as for a user. The hash is looked up when it is their turn:
   * who finds the queue full has cost nothing yet.
   */
  verify(find: () => Promise<string | null>, password: Buffer, waiter: QueuedUser): Promise<boolean> {
    return this.runInTurn(waiter, async () => {
      const hash = await find();
      const matches = await verifyPassword(hash ?? this.decoy, password);
      return matches && hash !== null;
    });
  }

  isOutdated(hash: string): boolean {
    return needsRehash(hash, this.parameters);
  }

  private runInTurn<Result>(waiter: QueuedUser, work: () => Promise<Result>): Promise<Result> {
    const requestedAt = performance.now();
    return this.queue.run(waiter, async () => {
      const began = performance.now();
      this.metrics.identity.recordPasswordTime('waited', (began - requestedAt) / 1000);
      try {
        return await work();
      } finally {
        this.metrics.identity.recordPasswordTime('hashed', (performance.now() - began) / 1000);
      }
    });
  }
}
