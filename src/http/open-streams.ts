import type { ServerResponse } from 'node:http';

/** What is needed of the framework's reply. */
type Reply = Readonly<{
  request: { method: string };
  raw: ServerResponse;
  getHeaders(): Record<string, string | number | string[] | undefined>;
  hijack(): unknown;
}>;

/** What flows, and the last words to its reader when the service stops. */
type Kind = Readonly<{ contentType: string; farewell: string }>;

/**
 * Answers that do not end by themselves: event streams and sockets. Whoever opens one registers how to end it; when the
 * service stops, each is told, so that its reader can go elsewhere at once instead of meeting a cut connection.
 */
export class OpenStreams {
  private readonly endings = new Set<() => void>();
  private told = false;
  private opened: () => void = () => undefined;

  /** True from the moment the service begins to stop. */
  get stopping(): boolean {
    return this.told;
  }

  get size(): number {
    return this.endings.size;
  }

  /** Called whenever a stream has been opened. */
  whenOpened(opened: () => void): void {
    this.opened = opened;
  }

  /**
   * The one way to answer with a stream. The framework lets such an answer go and adds nothing to it any more, so what it had
   * collected by then (security headers, request id, `Vary`, what other origins may read) is written here. HEAD gets that alone.
   */
  open(reply: Reply, { contentType, farewell }: Kind): ServerResponse {
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, { ...reply.getHeaders(), 'content-type': contentType, 'x-accel-buffering': 'no' });
    // What is written after the end, or to a reader who has left, is lost; that is no fault of anybody's.
    raw.on('error', () => undefined);
    if (reply.request.method === 'HEAD') return raw.end();
    raw.flushHeaders();
    raw.once(
      'close',
      this.register(() => raw.end(farewell)),
    );
    return raw;
  }

  /** For what is not an HTTP answer, such as a socket. `end` is called at most once. Call the returned function when the stream has ended by itself. */
  register(end: () => void): () => void {
    if (this.told) {
      end();
      return () => undefined;
    }
    this.endings.add(end);
    this.opened();
    return () => this.endings.delete(end);
  }

  /** Tells everybody. One stream that cannot be ended does not keep the others. */
  tellAll(): unknown[] {
    this.told = true;
    const failures: unknown[] = [];
    for (const end of this.endings) {
      try {
        end();
      } catch (error) {
        failures.push(error);
      }
    }
    this.endings.clear();
    return failures;
  }
}
