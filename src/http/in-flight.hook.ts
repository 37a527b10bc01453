import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Listener = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The requests that are being answered now. An answer ends when its response closes: finished, or left by a caller who hung
 * up, of whom Fastify's own onResponse hook never hears.
 */
export class InFlight {
  private readonly replies = new Set<FastifyReply>();
  private readonly beginnings: ((request: FastifyRequest) => void)[] = [];
  private readonly ends: Listener[] = [];
  private empty: (() => void) | null = null;

  get size(): number {
    return this.replies.size;
  }

  onBegin(listener: (request: FastifyRequest) => void): void {
    this.beginnings.push(listener);
  }

  onEnd(listener: Listener): void {
    this.ends.push(listener);
  }

  listen(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      this.begin(request, reply);
      done();
    });
  }

  /** For what the framework refuses before any hook runs. */
  begin(request: FastifyRequest, reply: FastifyReply): void {
    this.replies.add(reply);
    for (const listener of this.beginnings) listener(request);
    reply.raw.once('close', () => this.end(request, reply));
  }

  /** Answers that have not begun yet will say that the connection ends with them. */
  announceEnd(): void {
    for (const reply of this.replies) reply.raw.shouldKeepAlive = false;
  }

  async untilEmpty(): Promise<void> {
    if (this.replies.size > 0) await new Promise<void>((resolve) => (this.empty = resolve));
  }

  private end(request: FastifyRequest, reply: FastifyReply): void {
    this.replies.delete(reply);
    for (const listener of this.ends) listener(request, reply);
    if (this.replies.size === 0) this.empty?.();
  }
}
