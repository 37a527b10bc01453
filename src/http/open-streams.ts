/**
 * Answers that do not end by themselves: event streams and sockets. Whoever opens one registers how to end it; when the
 * service stops, each is told, so that its reader can go elsewhere at once instead of meeting a cut connection.
 */
export class OpenStreams {
  private readonly endings = new Set<() => void>();
  private told = false;

  /** True from the moment the service begins to stop. */
  get stopping(): boolean {
    return this.told;
  }

  get size(): number {
    return this.endings.size;
  }

  /** `end` is called at most once. Call the returned function when the stream has ended by itself. */
  register(end: () => void): () => void {
    if (this.told) {
      end();
      return () => undefined;
    }
    this.endings.add(end);
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
