import type { ServerResponse } from 'node:http';
import { TooManyStreamsError } from './http-errors.js';
import { Hook } from '../access/hook.js';

/** The user and the key, as for the rate limits: the administrator, not the customer. */
type StreamHolder = Readonly<{ actingUserId: number; clientId: string | null }>;

type Limits = Readonly<{ perUser: number; perKey: number }>;

/** Limits open streams per user across keys, and per key across users; sockets and event streams together. */
export class StreamLimit {
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  /** Call the returned function once, when the stream has ended. */
  acquire({ actingUserId, clientId }: StreamHolder): () => void {
    const { perUser, perKey } = this.limits;
    const user = `user ${actingUserId}`;
    const key = clientId === null ? null : `key ${clientId}`;
    if (this.countOpen(user) >= perUser) throw new TooManyStreamsError(perUser, 'user');
    if (key !== null && this.countOpen(key) >= perKey) throw new TooManyStreamsError(perKey, 'API key');
    const holders = key === null ? [user] : [user, key];
    for (const holder of holders) this.counts.set(holder, this.countOpen(holder) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const holder of holders) this.release(holder);
    };
  }

  private countOpen(holder: string): number {
    return this.counts.get(holder) ?? 0;
  }

  private release(holder: string): void {
    const remaining = this.countOpen(holder) - 1;
    if (remaining > 0) this.counts.set(holder, remaining);
    else this.counts.delete(holder);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the response lasts as long as its client reads it. */
    isStream?: boolean;
  }
}

/** The part of the framework's reply that is used here. */
type StreamReply = Readonly<{
  request: { method: string; isStream?: boolean };
  raw: ServerResponse;
  getHeaders(): Record<string, string | number | string[] | undefined>;
  hijack(): unknown;
}>;

/** An open stream with its closing message. */
type StreamOptions = Readonly<{ contentType: string; lastChunk: string }>;

/**
 * Responses that do not end by themselves: event streams and sockets. Each registers how to end it; when the service
 * stops, each sends a closing message, so that its client can reconnect elsewhere at once.
 */
export class OpenStreams {
  private readonly endCallbacks = new Set<() => void>();
  private hasEndedAll = false;
  /** Called whenever a stream is opened. */
  readonly openings = Hook.required<() => void>();

  /** True once the service stops. */
  get isStopping(): boolean {
    return this.hasEndedAll;
  }

  get size(): number {
    return this.endCallbacks.size;
  }

  /**
   * Starts a streamed response. The framework adds nothing to it any more, so its headers (security headers, request
   * id, `Vary`, CORS) are written here. HEAD gets only those. A client that has left meanwhile gets nothing: its `close` was
   * announced before anybody listened here.
   */
  open(reply: StreamReply, { contentType, lastChunk }: StreamOptions): ServerResponse {
    const { raw, request } = reply;
    reply.hijack();
    request.isStream = true;
    raw.writeHead(200, { ...reply.getHeaders(), 'content-type': contentType, 'x-accel-buffering': 'no' });
    // Data written after the end, or to a disconnected client, is dropped without an error.
    raw.on('error', () => undefined);
    if (request.method === 'HEAD' || raw.destroyed) return raw.end();
    raw.flushHeaders();
    raw.once(
      'close',
      this.register(() => raw.end(lastChunk)),
    );
    return raw;
  }

  /** For sockets. `end` is called at most once. Call the returned function when the stream has ended by itself. */
  register(end: () => void): () => void {
    if (this.hasEndedAll) {
      end();
      return () => undefined;
    }
    this.endCallbacks.add(end);
    for (const notify of this.openings.handlers) notify();
    return () => this.endCallbacks.delete(end);
  }

  /** Ends all streams. An error in one does not affect the others. */
  endAll(): unknown[] {
    this.hasEndedAll = true;
    const failures: unknown[] = [];
    for (const end of this.endCallbacks) {
      try {
        end();
      } catch (error) {
        failures.push(error);
      }
    }
    this.endCallbacks.clear();
    return failures;
  }
}
