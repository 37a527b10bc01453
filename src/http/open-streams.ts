import type { ServerResponse } from 'node:http';
import { Hook } from '../access/hook.js';

/** The part of the framework's reply that is used here. */
type StreamReply = Readonly<{
  request: { method: string };
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
   * id, `Vary`, CORS) are written here. HEAD gets only those.
   */
  open(reply: StreamReply, { contentType, lastChunk }: StreamOptions): ServerResponse {
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, { ...reply.getHeaders(), 'content-type': contentType, 'x-accel-buffering': 'no' });
    // Data written after the end, or to a disconnected client, is dropped without an error.
    raw.on('error', () => undefined);
    if (reply.request.method === 'HEAD') return raw.end();
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
