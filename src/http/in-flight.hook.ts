import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type ResponseListener = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * The requests in progress. A request ends when its response closes: finished, or left by a client that disconnected,
 * which Fastify's onResponse hook does not report.
 */
export class InFlightRequests {
  private readonly replies = new Set<FastifyReply>();
  private readonly startListeners: ((request: FastifyRequest) => void)[] = [];
  private readonly endListeners: ResponseListener[] = [];
  private resolveEmpty: (() => void) | null = null;

  get size(): number {
    return this.replies.size;
  }

  onStart(listener: (request: FastifyRequest) => void): void {
    this.startListeners.push(listener);
  }

  onEnd(listener: ResponseListener): void {
    this.endListeners.push(listener);
  }

  registerHooks(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      this.start(request, reply);
      done();
    });
  }

  /** For requests that the framework rejects before any hook runs. */
  start(request: FastifyRequest, reply: FastifyReply): void {
    this.replies.add(reply);
    for (const listener of this.startListeners) listener(request);
    reply.raw.once('close', () => this.end(request, reply));
  }

  /** Responses that have not started yet will close their connections. */
  disableKeepAlive(): void {
    for (const reply of this.replies) reply.raw.shouldKeepAlive = false;
  }

  async waitUntilEmpty(): Promise<void> {
    if (this.replies.size > 0) await new Promise<void>((resolve) => (this.resolveEmpty = resolve));
  }

  private end(request: FastifyRequest, reply: FastifyReply): void {
    this.replies.delete(reply);
    for (const listener of this.endListeners) listener(request, reply);
    if (this.replies.size === 0) this.resolveEmpty?.();
  }
}
