/**
 * Work that a service repeats at an interval until it stops. A run never overlaps the one before; a failed run is
 * reported, and the next one tries again.
 */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private hasStopped = false;

  constructor(private readonly onFailure: (error: Error) => void) {}

  /** Whether long work should end at its next step. */
  get isStopped(): boolean {
    return this.hasStopped;
  }

  /** The first run is one interval away. The timer does not keep the process alive. */
  start(intervalMs: number, work: () => Promise<unknown>): void {
    this.timer = setInterval(() => {
      this.running ??= this.run(work);
    }, intervalMs).unref();
  }

  /** Waits for the run in progress. */
  async stop(): Promise<void> {
    this.hasStopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.onFailure(error as Error);
    } finally {
      this.running = null;
    }
  }
}
