import type { ServerResponse } from 'node:http';

/** What is needed of the framework's reply. */
type StreamReply = Readonly<{
  request: { method: string };
  raw: ServerResponse;
  getHeaders(): Record<string, string | number | string[] | undefined>;
  hijack(): unknown;
}>;

/** What flows, and the last words to its reader when the service stops. */
type StreamOptions = Readonly<{ contentType: string; lastChunk: string }>;

/**
 * Responses that do not end by themselves: event streams and sockets. The code that opens one registers how to end it; when the
 * service stops, each sends a last message, so that its reader can go elsewhere at once instead of meeting a cut connection.
 */
export class OpenStreams {
  private readonly endCallbacks = new Set<() => void>();
  private hasEndedAll = false;
  private openListener: () => void = () => undefined;

  /** True from the moment the service begins to stop. */
  get isStopping(): boolean {
    return this.hasEndedAll;
  }

  get size(): number {
    return this.endCallbacks.size;
  }

  /** Called whenever a stream has been opened. */
  onOpen(listener: () => void): void {
    this.openListener = listener;
  }

  /**
   * The one way to answer with a stream. The framework lets such an answer go and adds nothing to it any more, so what it had
   * collected by then (security headers, request id, `Vary`, what other origins may read) is written here. HEAD gets that alone.
   */
  open(reply: StreamReply, { contentType, lastChunk }: StreamOptions): ServerResponse {
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, { ...reply.getHeaders(), 'content-type': contentType, 'x-accel-buffering': 'no' });
    // What is written after the end, or to a reader who has left, is lost; that is no fault of anybody's.
    raw.on('error', () => undefined);
    if (reply.request.method === 'HEAD') return raw.end();
    raw.flushHeaders();
    raw.once(
      'close',
      this.register(() => raw.end(lastChunk)),
    );
    return raw;
  }

  /** For what is not an HTTP answer, such as a socket. `end` is called at most once. Call the returned function when the stream has ended by itself. */
  register(end: () => void): () => void {
    if (this.hasEndedAll) {
      end();
      return () => undefined;
    }
    this.endCallbacks.add(end);
    this.openListener();
    return () => this.endCallbacks.delete(end);
  }

  /** Tells everybody. One stream that cannot be ended does not keep the others. */
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
