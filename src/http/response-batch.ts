type ReadyResponse = Readonly<{
  reply: Readonly<{ send: (payload: Buffer) => unknown }>;
  payload: Buffer;
  onError: (error: unknown) => void;
}>;

/** Few enough that the first response does not wait long for the last. */
const RESPONSES_MAX = 8;

/**
 * Sends ready responses one right after the other: when there are some, or when all requests that have arrived are
 * handled. A write to a socket wakes its reader, which costs the system as much as a sixth of a request; a reader that
 * is awake already costs nothing. They are sent in the context of one of their requests, so only bytes that need no unit
 * of work are sent here.
 */
export class ResponseBatch {
  private responses: ReadyResponse[] = [];

  add(response: ReadyResponse): void {
    const count = this.responses.push(response);
    if (count === 1) setImmediate(() => this.send());
    if (count >= RESPONSES_MAX) this.send();
  }

  /** Sends nothing if the responses of this turn were sent before. */
  private send(): void {
    const { responses } = this;
    this.responses = [];
    for (const { reply, payload, onError } of responses) {
      try {
        reply.send(payload);
      } catch (error) {
        onError(error);
      }
    }
  }
}
